"""`make bench`: ratios measured in one run on this machine, each against a baseline beside it."""
