-- Runs once, in place of the baselines in versions/, on a database of the last development version.
select;
