"""What the world does with an agent's code: reads its arguments, limits its time, tells its author what is wrong."""
