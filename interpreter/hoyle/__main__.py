"""The command `hoyle`, also as `python -m hoyle`.

Next to nothing is imported before somebody is there to answer Ctrl-C: importing the rest takes a while.
"""

import sys

STOPPED = 130  # as shells have it


def main() -> int:
    """Run the command in `sys.argv`; the exit code."""
    try:
        from hoyle.commands.app import main as run

        return run()
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
