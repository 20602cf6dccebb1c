"""What several commands share: options, and where results go."""
