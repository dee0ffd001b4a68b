"""The server processes: supervisor, workers, the composed application, health checks and metrics."""
