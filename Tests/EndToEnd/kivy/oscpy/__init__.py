"""Stands in for oscpy, which Kivy's TUIO provider imports and Debian does not have."""
