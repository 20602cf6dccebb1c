"""Model of the window: sessions, timelines, playback and controls, without pictures and without pygame."""
