"""Runs the tests of this folder; where pytest is missing, says so and counts as skipped."""

import sys

try:
    import pytest
except ImportError:
    print("pytest is not installed for", sys.executable)
    sys.exit(77)

sys.exit(pytest.main(["-q", "-rs", "-p", "no:cacheprovider", *sys.argv[1:]]))
