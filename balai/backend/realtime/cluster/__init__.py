"""How workers and nodes tell each other things: `post.py` packs and orders, a carrier takes it there and brings it."""
