"""How the site looks beyond its style sheets: the tones of an accent colour, icons, the picture for shared links."""
