"""The `balai` command: one module per sub-command."""
