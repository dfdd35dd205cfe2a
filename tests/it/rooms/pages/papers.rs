mod cut;
