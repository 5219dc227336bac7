"""What `kosci solve --distribution` does: finds the distribution of the final total, on disk or anew, as data.

Nothing is computed here.
"""

from typing import TYPE_CHECKING

from kosci.commands.solving import check_installed, kept_solutions, solution_of, waiting

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard
    from kosci.locale.words import Words
    from kosci.solve.spread import Distribution

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


def distribution_of(words: "Words", game: "Scorecard") -> "Distribution":
    """The distribution of a sheet game, from the user's cache if it is there."""
    check_installed()
    from kosci.solve.spread_kept import kept_distribution

    def find() -> "Distribution":
        from kosci.solve.kernel_cache import is_kept
        from kosci.solve.spread import distribution

        solution, label = solution_of(words, game), words("cli.spreading")
        at_first = label if is_kept("kernel_spread.find_steps") else words("cli.preparing")
        with waiting(label, at_first) as progress:
            return distribution(solution, progress=progress)

    return kept_distribution(kept_solutions(words), game, find)


def as_data(found: "Distribution", game: "Scorecard | None" = None) -> dict[str, object]:
    """The distribution as JSON writes it, with what stands on the sheets of a game that has one."""
    sheet: dict[str, object] = {}
    if game is not None:
        rows = {row.id: mean for row, mean in zip(game.rows, found.rows, strict=True)}
        sheet = {"bonus": found.bonus, "extras": found.extras, "rows": rows}
    return {
        "mean": found.mean,
        "standard_deviation": found.standard_deviation,
        "percentiles": {str(percent): found.percentile(percent) for percent in PERCENTILES},
        **sheet,
        "first": found.first,
        "chances": found.chances.tolist(),
        "seconds": found.seconds,
    }
