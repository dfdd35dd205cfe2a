mod spots;
