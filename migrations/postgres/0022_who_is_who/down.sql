DROP TABLE player_decisions;
