"""A class: the submissions of a folder, graded in parallel, kept, resumed and summed up; a bundle for Gradescope."""
