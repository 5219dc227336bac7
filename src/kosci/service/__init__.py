"""Use cases: creating tables, joining, moving, and whatever acts when nobody does.

Knows ports only; no SQL, no HTTP, no words for people.
"""
