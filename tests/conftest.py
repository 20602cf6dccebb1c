"""What all tests share."""

from hypothesis import settings

# A slow machine is no failure; everything else is as hypothesis would have it.
settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")
