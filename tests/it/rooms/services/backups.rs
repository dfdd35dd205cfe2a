mod shelf;
