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
TABLES = """
import time
import jieba, opencc, pandas, pyarrow, sklearn.metrics
import xiangshe_nlp as xn
from xiangshe_nlp import corpus, tokens
tokens.prepare()  # jieba's dictionary
t = time.perf_counter()
xn.load_corpus()
print(time.perf_counter() - t)
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
    show("tables of the seeds / start of a Jupyter kernel", measure(TABLES, 5), kernel, "below 0.5")


if __name__ == "__main__":
    main()
