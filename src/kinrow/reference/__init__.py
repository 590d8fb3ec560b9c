"""The reference checker: judges a proof file, and imports nothing else of kinrow."""
