"""The command ``magpuck``. Everything heavy is imported inside the command that needs it."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from play.command_animate import animate
from play.command_bench import bench
from play.command_replay import replay
from play.terminal import as_text, check_json, complain, console_for, say_compiling, usage_error, write_json

if TYPE_CHECKING:
    from play.record import Record

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Simulate, referee and explore tabletop games played with magnets.",
)

JsonOption = Annotated[
    Optional[str],  # noqa: UP045 - typer reads it at run time
    typer.Option("--json", metavar="FILE|-", help="Write the result as JSON; - is standard output."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace files of an earlier run.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Print the outcome only.")]


@app.command()
def run(
    script: Annotated[str, typer.Argument(help="A script, of a game or a bare table.")],
    json_to: JsonOption = None,
    out: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--out", metavar="DIR", help="A directory for result, trajectory and pictures."),
    ] = None,
    seed: Annotated[Optional[int], typer.Option("--seed", min=0, help="Beats the script's.")] = None,  # noqa: UP045
    no_plots: Annotated[bool, typer.Option("--no-plots", help="No pictures in DIR.")] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Play a script: shots, events, rulings, totals."""
    from rich.markup import escape

    from play.match import run as play_script
    from play.outputs import check_directory
    from play.report import Reporter
    from play.script import BareTable, read_script

    check_json(json_to, force, script)
    if out is not None:
        check_directory(Path(out), "--out", force)
    read = read_script(script)
    console = console_for(json_to)
    colours = {} if isinstance(read, BareTable) else {p.side: p.colour for p in read.players}
    reporter = Reporter(console, colours, quiet, read.board)
    say_compiling()
    # a game's own lines show how far it is; a bare table, and a quiet run, say nothing until they end
    waiting = console.is_terminal and (quiet or isinstance(read, BareTable))
    with console.status(f"playing {escape(script)}") if waiting else nullcontext():
        record = play_script(read, seed=seed, on_round=reporter.round_opened, on_shot=reporter.shot)
    reporter.finished(record)
    write_json(json_to, record.to_text(None if json_to in (None, "-") else Path(json_to)))
    if out is not None:
        _write_out(record, Path(out), plots=not no_plots)
        if not quiet:
            console.print(f"Results and pictures lie in {out}" if not no_plots else f"Results lie in {out}")
    if record.stopped is not None:
        raise typer.Exit(2)


def _write_out(record: Record, directory: Path, *, plots: bool) -> None:
    from play.outputs import write_directory

    files = [("result.json", record.to_text(directory / "result.json").encode()), ("trajectory.npz", record.npz())]
    if plots and record.shots:
        from play.plot import final_figure, png, trajectories_figure

        files.append(("trajectories.png", png(trajectories_figure(record))))
        files.append(("final.png", png(final_figure(record))))
    write_directory(directory, files)


@app.command()
def score(
    positions: Annotated[str, typer.Argument(help="Positions written by hand, or a run's result.json.")],
    json_to: JsonOption = None,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Judge positions: rules only, no physics."""
    from play.report import Reporter
    from play.score import judge, score_json

    check_json(json_to, force, positions)
    game, result = judge(positions)
    Reporter(console_for(json_to), {}, quiet).scored(result)
    write_json(json_to, as_text(score_json(game, result)))


@app.command()
def check(files: Annotated[list[str], typer.Argument(help="Scripts, positions and boards.")]) -> None:
    """Read and validate files, without playing them."""
    from play.check import check as check_file

    for name in files:
        for remark in check_file(name):
            console_for(None).print(remark, markup=False)


@app.command()
def new(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    players: Annotated[int, typer.Option("--players", min=1, help="How many play.")] = 2,
) -> None:
    """Print a script to start from, with comments."""
    from play.starters import starter
    from rules import GAMES

    if game not in GAMES:
        usage_error(f"no game called {game!r}; there is {', '.join(GAMES)}")
    sys.stdout.write(starter(game, players))


@app.command()
def boards(
    name: Annotated[Optional[str], typer.Argument(metavar="[NAME|FILE]")] = None,  # noqa: UP045
    json_to: JsonOption = None,
    png_to: Annotated[Optional[str], typer.Option("--png", metavar="FILE", help="Draw it.")] = None,  # noqa: UP045
    dark: Annotated[bool, typer.Option("--dark", help="Draw it light on dark.")] = False,
    force: ForceOption = False,
) -> None:
    """List the boards that ship, or describe and draw one."""
    from play.describe import describe_board
    from play.outputs import check_file, write_whole
    from sim.boardfile import board_names, load_board

    check_json(json_to, force)
    if png_to is not None:
        check_file(Path(png_to), "--png", force)
    console = console_for(json_to)
    if name is None:
        if png_to is not None:
            usage_error("--png draws one board: name it")
        for one in board_names():
            console.print(one)
        write_json(json_to, as_text({"boards": list(board_names())}))
        return
    board = load_board(name)
    describe_board(console, board)
    if json_to is not None:
        from play.boardjson import board_json

        write_json(json_to, as_text(board_json(board)))
    if png_to is not None:
        from play.plot import board_figure, png

        write_whole(Path(png_to), png(board_figure(board, "dark" if dark else "light")))


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    clauses: Annotated[bool, typer.Option("--clauses", help="Every clause, in our words.")] = False,
) -> None:
    """List a game's options, or its clauses."""
    import rules as rule_sets

    if game not in rule_sets.GAMES:
        usage_error(f"no game called {game!r}; there is {', '.join(rule_sets.GAMES)}")
    rule_set = rule_sets.load(game)
    console = console_for(None)
    if clauses:
        for clause, text in rule_set.clauses().items():
            console.print(f"[bold]{clause}[/bold] {text}")
        return
    for option in rule_set.options:
        values = ", ".join(option.values) + (", …" if option.whole else "")
        console.print(f"[bold]{option.name}[/bold] = {values}  ({option.clause}) {option.meaning}")
    for clause, text in rule_set.readings().items():
        console.print(f"no option  ({clause}) {text}")


@app.command()
def plot(
    source: Annotated[str, typer.Argument(metavar="DIR|result.json", help="A run's directory or result.")],
    kind: Annotated[str, typer.Option("--kind", help="trajectories, final, field, energy or speed.")] = "trajectories",
    png_to: Annotated[Optional[str], typer.Option("--png", metavar="FILE")] = None,  # noqa: UP045
    round_number: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--round", help="Left out: the last one with a shot."),
    ] = None,
    shot: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--shot", help="One shot of the round; left out: all, and for the field the last."),
    ] = None,
    height_mm: Annotated[float, typer.Option("--height-mm", help="Of the field's plane above the table.")] = 0.0,
    piece: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--piece", metavar="KIND|ID", help="For which piece the field's force map is."),
    ] = None,
    face: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--face", help="up or down: how that piece lies."),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light on dark.")] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Draw a run."""
    from play.command_plot import plot_run

    plot_run(source, kind, png_to, round_number, shot, height_mm, piece, face, dark=dark, quiet=quiet, force=force)


app.command()(replay)
app.command()(animate)


@app.command()
def schema(name: Annotated[str, typer.Argument(help="script, positions or board.")]) -> None:
    """Print the JSON Schema of a file."""
    from play.schema import schema as schema_of

    if name not in ("script", "positions", "board"):
        usage_error(f"a schema is of script, positions or board, got {name!r}")
    sys.stdout.write(as_text(schema_of(name)))  # type: ignore[arg-type]


app.command()(bench)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 2 bad input or an illegal action, 130 interrupted, 1 anything else."""
    sys.exit(_main(arguments))


def _main(arguments: list[str] | None) -> int:
    try:
        result = app(args=arguments, standalone_mode=False, prog_name="magpuck")
        if result == 130:  # how typer hands on an interrupt
            complain("interrupted")
        return int(result) if isinstance(result, int) else 0
    except typer.Exit as end:
        return int(end.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return 130
    except BrokenPipeError:
        # the reader has gone; nothing more can be said
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except Exception as error:
        from rules.ruling import RulesError
        from sim.errors import InputError

        if hasattr(error, "format_message"):  # a usage error, whichever class this version of typer has for it
            if message := error.format_message().rstrip("."):  # empty where help was printed in its place
                complain(message)
            return 2
        if isinstance(error, (InputError, RulesError)):
            complain(str(error))
            return 2
        if os.environ.get("MAGPUCK_DEBUG"):
            raise
        complain(f"{type(error).__name__}: {error}")
        return 1


if __name__ == "__main__":
    main()
