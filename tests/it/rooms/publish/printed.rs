mod turning;
