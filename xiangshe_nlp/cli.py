"""Command line: arguments, printing, progress, exit codes, and nothing else."""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from . import __version__
from .errors import XiangsheError

HASHES = Path("tests") / "expected" / "tables.sha256"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 if all is well, 1 if a check fails, 2 if the input breaks a rule, 130 if interrupted."""
    _speak_utf8()
    given = _parser().parse_args(argv)
    try:
        run: Callable[[argparse.Namespace], int] = given.run
        return run(given)
    except XiangsheError as error:
        print(f"xiangshe: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        print(f"xiangshe: {place}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("xiangshe: interrupted", file=sys.stderr)
        return 130


def _speak_utf8() -> None:
    """Chinese comes out as UTF-8 whatever the locale says; a name of a file that is none is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="xiangshe", description="Tables, figures and measurements of ritual texts.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.set_defaults(run=lambda given: _help(parser))
    commands = parser.add_subparsers(metavar="COMMAND")
    corpus = argparse.ArgumentParser(add_help=False)
    corpus.add_argument("--corpus", metavar="DIR", help="folder with a corpus.toml (the seeds)")

    build = commands.add_parser("build", parents=[corpus], help="write every table as CSV and Parquet")
    build.add_argument("--out", metavar="DIR", required=True, help="folder for the tables")
    build.add_argument("--public", action="store_true", help="without texts that may not be passed on")
    build.set_defaults(run=_build)

    figures = commands.add_parser("figures", parents=[corpus], help="draw every figure, with its data")
    figures.add_argument("--out", metavar="DIR", default="figures", help="folder for the figures (figures)")
    figures.set_defaults(run=_figures)

    evaluate = commands.add_parser("evaluate", parents=[corpus], help="measure the tables against a gold")
    evaluate.add_argument("--gold", metavar="DIR", default="tests/gold", help="folder of the gold (tests/gold)")
    evaluate.set_defaults(run=_evaluate)

    check = commands.add_parser("check", parents=[corpus], help="compare tables and figures with their committed hashes")
    check.add_argument("--write", action="store_true", help="write the hashes of the tables instead")
    check.set_defaults(run=_check)

    dictionary = commands.add_parser("dictionary", help="print the data dictionary")
    dictionary.set_defaults(run=_dictionary)
    return parser


def _help(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    return 0


def _say(step: str) -> None:
    """Progress for people; nothing in a pipe."""
    if sys.stderr.isatty():
        print(f"  {step} …", file=sys.stderr)


def _build(given: argparse.Namespace) -> int:
    from .corpus import check_corpus, load_corpus
    from .tables import write_tables

    corpus = load_corpus(given.corpus, public=given.public, progress=_say)
    _say("checks")
    check_corpus(corpus)
    written = write_tables(corpus.tables, given.out)
    rows = sum(len(frame) for frame in corpus.tables.values())
    print(f"written: {len(corpus.tables)} tables, {rows} rows, {len(written)} files in {given.out}")
    if corpus.missing:
        print(f"without the text of: {', '.join(corpus.missing)}")
    return 0


def _figures(given: argparse.Namespace) -> int:
    from .corpus import load_corpus
    from .figures import write_figures

    without: dict[str, str] = {}
    written = write_figures(load_corpus(given.corpus, progress=_say).tables, given.out, left_out=without.__setitem__)
    print(f"written: {len(written)} files in {given.out}")
    for name, reason in without.items():
        print(f"left out: {name}: {reason}")
    return 0


def _evaluate(given: argparse.Namespace) -> int:
    from .corpus import load_corpus
    from .evaluation import evaluate, format_report

    corpus = load_corpus(given.corpus, progress=_say)
    _say("measurements")
    print(format_report(evaluate(corpus.tables, given.gold, corpus.texts)))
    return 0


def _check(given: argparse.Namespace) -> int:
    from .corpus import load_corpus
    from .figures import check_manifest
    from .tables import csv_bytes

    tables = load_corpus(given.corpus, progress=_say).tables
    made = {f"{name}.csv": hashlib.sha256(csv_bytes(frame)).hexdigest() for name, frame in tables.items()}
    if given.write:
        HASHES.parent.mkdir(parents=True, exist_ok=True)
        HASHES.write_text("".join(f"{digest}  {name}\n" for name, digest in made.items()), encoding="utf-8", newline="\n")
        print(f"written: hashes of {len(made)} tables")
        return 0
    said = dict(line.split("  ", 1)[::-1] for line in HASHES.read_text(encoding="utf-8").splitlines())
    differ = [name for name in made if made[name] != said.get(name)] + check_manifest("figures")
    print(f"differ from what is committed: {', '.join(differ)}" if differ else f"as committed: {len(made)} tables, all figures")
    return 1 if differ else 0


def _dictionary(given: argparse.Namespace) -> int:
    from .tables import data_dictionary

    print(data_dictionary(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
