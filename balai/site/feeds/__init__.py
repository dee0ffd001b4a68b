"""Files for programs, from the same loaders as the pages: site map, Atom, JSON Feed, RSS, calendars, robots.txt."""
