"""Opening tables: the first plies of a game, also of boards too large for a strong solution.

The core's layers have sets of 25 cells and whole games in mind. These have boards of up to 64
cells and a few stones, in NumPy; the file is the same.
"""
