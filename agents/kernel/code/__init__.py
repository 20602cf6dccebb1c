"""What is compiled: plain functions on numbers and pointers. Imported only to be compiled; needs numba."""
