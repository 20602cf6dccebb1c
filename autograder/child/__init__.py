"""Their side of the wall: what runs in the process of a student's code. Imports the world and the channel only."""
