"""What the tests start for real: PostgreSQL, a browser and the server of the project.

Holds no expectation about the rules; never runs in the program itself.
"""
