"""Tests of the shipped games."""
