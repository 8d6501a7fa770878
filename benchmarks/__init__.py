"""Benchmarks. Each prints ratios measured in one run, since machines are shared and noisy."""
