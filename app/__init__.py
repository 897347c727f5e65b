"""Torch Field Notes: notes about PyTorch whose every statement runs, live, in the reader's page."""

__version__ = "0.1.0"
