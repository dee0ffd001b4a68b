"""Files of the built front end and the icons."""
