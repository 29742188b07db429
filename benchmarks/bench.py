"""The two ratios that the project promises, measured on this machine: `make bench`.

Ratios travel from machine to machine, seconds do not; each is taken from the least of several fresh
processes. Nothing here is a test: a busy machine fails no build.
"""

from __future__ import annotations

import subprocess
import sys
import time

from jupyter_client.manager import start_new_kernel

IMPORT = "import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
MODULES = "import sys, xiangshe_nlp; xiangshe_nlp.load_corpus(); print(*[m for m in sys.modules if m != '__main__'])"
# Imports and jieba's dictionary apart: every module that the work needs is there before, and the time that
# reading and laying out the words of jieba's dictionary takes is taken off.
TABLES = """
import importlib, time
for name in {modules}:
    importlib.import_module(name)
import xiangshe_nlp
from xiangshe_nlp.modern import tokens as modern_tokens
apart, read_dictionary = [0.0], modern_tokens.read_dictionary
def timed(letters):
    start = time.perf_counter()
    try:
        return read_dictionary(letters)
    finally:
        apart[0] += time.perf_counter() - start
modern_tokens.read_dictionary = timed
start = time.perf_counter()
xiangshe_nlp.load_corpus()
print(time.perf_counter() - start - apart[0])
"""


def measure(code: str, times: int) -> float:
    """The least number of seconds that a fresh process prints."""
    found = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
             for _ in range(times)]  # fmt: skip
    return min(map(float, found))


def start_kernel() -> float:
    """Seconds until a Jupyter kernel answers."""
    start = time.perf_counter()
    manager, client = start_new_kernel(extra_arguments=["--log-level=ERROR"])
    seconds = time.perf_counter() - start
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    return seconds


def show(what: str, ours: float, theirs: float, bar: str) -> None:
    """One line: the ratio, its bar, and the seconds it comes from."""
    print(f"{what}: {ours / theirs:.2f} (bar {bar}; {ours:.3f} s / {theirs:.3f} s)")


def main() -> None:
    """Measure and print."""
    ours, pandas = (measure(IMPORT.format(module=module), 7) for module in ("xiangshe_nlp", "pandas"))
    show("import xiangshe_nlp / import pandas", ours, pandas, "at most 1.2")
    kernel = min(start_kernel() for _ in range(5))
    names = subprocess.run([sys.executable, "-c", MODULES], capture_output=True, text=True, check=True).stdout.split()
    tables = measure(TABLES.format(modules=names), 5)
    show("tables of the seeds / start of a Jupyter kernel", tables, kernel, "below 0.5")


if __name__ == "__main__":
    main()
