"""How sure the tables are: they are compared with the gold, and with what simpler methods reach.

Every measure turns tables and gold into `Outcome` rows (found, said, wanted), one for each thing
compared; every figure, slice, interval and list of errors is a sum over such rows.
"""

from .baselines import run_baselines
from .calibration import measure_rules, plot_data
from .gold import Gold, load_gold
from .report import collect, evaluate, format_report, list_errors

__all__ = ["Gold", "collect", "evaluate", "format_report", "list_errors", "load_gold", "measure_rules", "plot_data", "run_baselines"]
