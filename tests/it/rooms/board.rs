mod standalone;
