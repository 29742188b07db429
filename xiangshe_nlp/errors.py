"""What can go wrong, said so that a philologist knows which line to open."""

from __future__ import annotations

from pathlib import Path


class XiangsheError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(XiangsheError):
    """A text, manifest or vocabulary breaks a rule.

    Parameters
    ----------
    rule : str
        The rule, as a sentence: what must hold.
    given : str
        What was found instead.
    file : Path or str, optional
        The file in which it was found.
    text, offset : str and int, optional
        The decoded text of the file and the code point at which the rule is broken; line and
        column (both counted from 1) are computed from them.
    """

    def __init__(
        self,
        rule: str,
        given: str = "",
        *,
        file: Path | str | None = None,
        text: str | None = None,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        if text is not None and offset is not None:
            line, column = line_and_column(text, offset)
        self.rule, self.given = rule, given
        self.file = None if file is None else Path(file).name
        self.line, self.column = line, column
        super().__init__(self._message())

    def _message(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        said = f" Given: {self.given}" if self.given else ""
        return (f"{where}: " if where else "") + self.rule + said


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, counted from 1, of a code point offset.

    >>> line_and_column("主人\\n戒賓", 3)
    (2, 1)
    """
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
