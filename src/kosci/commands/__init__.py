"""What each command of the command line does: reads its words, asks the layers below, prints.

No rule and no drawing of a table stands here; every import that costs time waits until it is needed.
"""
