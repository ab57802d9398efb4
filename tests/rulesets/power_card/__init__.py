"""Tests of the power card game."""
