"""Run the command as a module: `python -m balai.cli`."""

from balai.cli.main import main

main()
