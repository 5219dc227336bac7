"""The variants: one TOML file each, the loader that makes rules of them, fingerprints.

The folder is the registry; no variant is named in any code.
"""

from kosci.variants.build import Rules, build, describe
from kosci.variants.registry import (
    Position,
    VariantInfo,
    canonical,
    catalogue,
    changed_options,
    fingerprint,
    format_position,
    from_canonical,
    info,
    load,
    options_of,
    parse_options,
    parse_position,
)

__all__ = [
    "Position",
    "Rules",
    "VariantInfo",
    "build",
    "canonical",
    "catalogue",
    "changed_options",
    "describe",
    "fingerprint",
    "format_position",
    "from_canonical",
    "info",
    "load",
    "options_of",
    "parse_options",
    "parse_position",
]
