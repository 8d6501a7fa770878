"""Compiled kernels on plain arrays: no validation inside, no names; thin layers elsewhere check and convert."""
