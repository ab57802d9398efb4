"""Tests of the rule compiler, without the machine."""
