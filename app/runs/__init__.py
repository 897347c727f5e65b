"""OUTSIDE the wall: takes requests, keeps the queue and the clock, and gives every run exactly one ending."""
