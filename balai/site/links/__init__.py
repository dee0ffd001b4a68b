"""Links in messages that act without a session: the link is the proof, and only a form acts."""
