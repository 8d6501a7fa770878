"""Settings for the whole suite."""

from hypothesis import settings

# a first call compiles, which no deadline can tell from slowness
settings.register_profile("magpuck", deadline=None)
settings.load_profile("magpuck")
