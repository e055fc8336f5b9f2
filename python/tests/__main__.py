"""Runs all tests, or those of the modules that are named, and ends with their numbers."""

import sys
import unittest
from pathlib import Path


def main(names: list[str]) -> int:
    """The exit status."""
    loader = unittest.defaultTestLoader
    if names:
        suite = loader.loadTestsFromNames([f"tests.{name}" for name in names])
    else:
        suite = loader.discover(str(Path(__file__).parent), top_level_dir=str(Path(__file__).parents[1]))
    result = unittest.TextTestRunner(verbosity=2, warnings="ignore").run(suite)
    failed = {test.id() for test, _ in [*result.failures, *result.errors]}
    skipped = len(result.skipped)
    print(f"# pass {result.testsRun - len(failed) - skipped}")
    print(f"# fail {max(len(failed), 0 if result.wasSuccessful() else 1)}")
    print(f"# skipped {skipped}")
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
