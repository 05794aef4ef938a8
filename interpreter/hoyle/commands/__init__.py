"""The command line: one file per command. Each reads its arguments, calls the library and prints; nothing else does."""
