"""Players: those who choose without being asked at a table."""
