"""Kości: dice games of the Generał family, exactly."""

__version__ = "0.1.0"
