"""The command line: a module for each command, which parses the arguments and calls the package that does the work."""
