"""The state of the site: checks that the health page shows and `balai doctor` shares, and the job that stores them."""
