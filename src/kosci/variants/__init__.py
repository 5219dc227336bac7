"""The variants: one TOML file each, the loader that makes rules of them, fingerprints.

The folder is the registry; no variant is named in any code.
"""

from kosci.variants.build import Rules, build, describe
from kosci.variants.registry import (
    VariantInfo,
    canonical,
    catalogue,
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
    "Rules",
    "VariantInfo",
    "build",
    "canonical",
    "catalogue",
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
