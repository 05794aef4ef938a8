"""From a play in which something does not hold to a small one that shows the same: `shrink` leads through the steps."""
