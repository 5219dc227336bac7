"""That the documents say what the program does: their examples are read, their links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest

from kosci import variants
from kosci.cli import main
from kosci.engine.game import format_event, parse_event
from kosci.engine.moves import format_move, parse_move
from kosci.engine.options import Choice, Spec, format_value
from kosci.engine.patterns import PATTERNS
from kosci.table.gamefile import format_game, parse_game
from kosci.table.verify import verify
from tests.support.project import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NOTATION = ROOT / "docs" / "notation.md"


def examples(kind: str) -> list[str]:
    """The lines of the fenced blocks of this kind in the page about the notation."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", NOTATION.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("line", examples("moves"))
def test_notation_of_a_move_reads_both_ways(line: str) -> None:
    assert format_move(parse_move(line)) == line


@pytest.mark.parametrize("line", examples("events"))
def test_notation_of_an_event_reads_both_ways(line: str) -> None:
    assert format_event(parse_event(line)) == line


@pytest.mark.parametrize("line", examples("positions"))
def test_notation_of_a_position_reads_both_ways(line: str) -> None:
    game, position = variants.parse_position(line)
    assert variants.format_position(game, position) == line


def test_game_of_the_notation_reads_both_ways_and_its_dice_are_right() -> None:
    text = "\n".join(examples("game")) + "\n"
    game = parse_game(text)
    assert format_game(game) == text
    assert game.table.is_over
    assert verify(game.facts).verdict == "right"


def table_rows(section: str) -> dict[str, list[str]]:
    """The rows of a table in the page about the variants, by the word in their first cell."""
    text = (
        (ROOT / "docs" / "variants.md").read_text(encoding="utf-8").partition(f"# {section}\n")[2].partition("\n#")[0]
    )
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| `")
    ]
    return {first.strip("`"): rest for first, *rest in rows}


def shown(spec: Spec) -> set[str]:
    return {f"`{format_value(value)}`" for value in spec.values} if isinstance(spec, Choice) else {spec.allowed}


@pytest.mark.parametrize("variant", variants.catalogue(), ids=lambda variant: variant.id)
def test_page_about_variants_tells_players_rows_and_options_as_they_are(variant: variants.VariantInfo) -> None:
    players, turns, _ = table_rows("Variants")[variant.id]
    assert players == "{}–{}".format(*variant.players)
    assert turns == (f"{len(variant.rows)} / {variant.turns}" if variant.rows else "–")
    options = table_rows("Tysiąc" if variant.family == "race" else "Sheet games")
    for name, spec in variant.specs.items():
        values, default, _ = options[name]
        assert (set(values.split()) if isinstance(spec, Choice) else {values}) == shown(spec)
        assert default == "by variant" or format_value(variant.defaults[name]) in default


def test_page_about_variants_names_every_pattern() -> None:
    text = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    assert [name for name in PATTERNS if f"`{name}`" not in text] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_of_the_project(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (document.parent / target).exists()]
    assert missing == []


README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^\$ \./kosci (.*)\n((?:(?!\$|```).*\n)+)", README, re.MULTILINE)
SHOWN = re.findall(r"\./kosci (\w[^#`\n]*)", README)


@pytest.mark.parametrize(("command", "output"), CONSOLE)
def test_commands_of_the_readme_print_what_it_shows(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("command", SHOWN)
def test_options_that_the_readme_names_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *rest = shlex.split(command)
    main([name, "--help"])
    text = capsys.readouterr().out
    assert [word for word in rest if word.startswith("--") and word not in text] == []
