"""Our side of the wall: processes for students' code, their clocks and their end."""
