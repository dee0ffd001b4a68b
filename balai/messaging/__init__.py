"""Mail: letters are queued as facts, rendered in the recipient's language and sent by SMTP or to the built-in mailbox.

Who is told what is decided by the callers.
"""
