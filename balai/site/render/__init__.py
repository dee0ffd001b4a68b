"""From a payload to bytes: V8 workers, the HTML document, compression, pages kept in memory. Knows no table."""
