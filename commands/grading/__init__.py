"""The two ways of `grade`: one submission, or a folder of them."""
