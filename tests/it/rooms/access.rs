mod posted;
