"""Text messages: they wait in the queue of the letters (`balai.mail.letters`) and leave by a provider."""
