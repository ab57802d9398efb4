"""Tests of tefuda."""
