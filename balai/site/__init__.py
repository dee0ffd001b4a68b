"""The site: every page that people see. It reads rows as the visitor's own role and never imports the backend."""
