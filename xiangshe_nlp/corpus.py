"""Composition: the one place that knows the order of the stages of the method."""
