"""The site: its pages, feeds and files. Reads rows with the visitor's own role and never imports the backend."""
