"""`python -m hoyle` is the command `hoyle`."""

import sys

from hoyle.commands.app import main

sys.exit(main())
