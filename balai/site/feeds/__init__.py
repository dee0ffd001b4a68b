"""What programs read: site map, Atom, JSON Feed, calendar files, robots. A loader's payload in another dress."""
