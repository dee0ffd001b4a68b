"""From a payload to bytes: V8 contexts, the HTML document, compression, the page cache. Knows no tables."""
