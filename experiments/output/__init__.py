"""Results for people and programs: text, JSON, CSV, pictures, and the bar that shows how far a batch is."""
