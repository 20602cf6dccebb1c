"""What people type: one module a command, its arguments and one call into the room that does the work."""
