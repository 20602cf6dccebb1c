"""Analysis of a single decision: the tree actually searched, the cause of a lost game, the weights that decided."""
