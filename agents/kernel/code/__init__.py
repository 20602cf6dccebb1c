"""The compiled functions, which use only numbers and pointers. Imported only to be compiled; needs numba."""
