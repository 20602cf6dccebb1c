"""Reports of results for people and programs: text, JSON, CSV, plots and pages."""
