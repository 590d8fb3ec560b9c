"""Speed as ratios in one run, and the signature of the search: `python -m bench`."""
