"""Runs the tests of this folder; where pytest is missing, says so and counts as skipped."""

import sys

try:
    import pytest
except ImportError:
    print("pytest is not installed for", sys.executable)
    sys.exit(77)

code = pytest.main(["-q", "-rs", "-p", "no:cacheprovider", *sys.argv[1:]])
sys.exit(77 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code)
