"""Known answers of physics, computed by the project: ``python -m benchmarks.physics``."""
