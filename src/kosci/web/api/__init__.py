"""The interface for programs: JSON over HTTP under `/api/v1`, the same use cases as the pages.

No rule stands here, and no cookie is read: programs bring a bearer token.
"""
