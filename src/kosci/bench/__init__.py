"""How fast the program is, measured on the machine it runs on: rows of numbers beside what they should reach.

Nothing here is asserted, and nothing outside this package depends on it but the command line.
"""

from kosci.bench.measurement import BenchError, Effort, Measurement, Target, format_measurement
from kosci.bench.registry import BENCHES, Bench, run

__all__ = ["BENCHES", "Bench", "BenchError", "Effort", "Measurement", "Target", "format_measurement", "run"]
