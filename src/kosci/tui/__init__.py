"""Terminal play and everything the command line draws: sheets, races, stories, rules.

Every move goes through the table; no rule is decided here.
"""
