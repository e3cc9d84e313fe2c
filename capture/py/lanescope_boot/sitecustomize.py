# Python imports a module of this name when it starts. This one is found first because its folder
# leads PYTHONPATH; it sets Lanescope's part up and then makes way for the user's own
# sitecustomize, as if it had never been there. Any version of Python may come by.
import os
import sys


def _make_way():
    """From here on the name belongs to whoever else has a module of it."""
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    sys.path_importer_cache.pop(folder, None)
    sys.modules.pop("sitecustomize", None)


try:
    if sys.version_info >= (3, 8) and os.environ.get("LANESCOPE_SOCKET"):
        import lanescope_boot

        lanescope_boot.install()
except Exception:
    pass
_make_way()
# Fails, as it would without us, where there is none; Python starts all the same.
import sitecustomize  # noqa: E402,F401
