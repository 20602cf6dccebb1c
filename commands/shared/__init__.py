"""Code shared by several commands: options, output, running and viewing games."""
