"""One decision under the microscope: the tree that was really searched, why a game was lost, what tips the scales."""
