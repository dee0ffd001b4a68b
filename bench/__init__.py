"""`make bench`: ratios taken in one run, on this machine, against a yardstick measured beside each figure."""
