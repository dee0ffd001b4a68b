"""Outgoing messages: emails, SMS and WhatsApp messages, queued as variables and rendered in the recipient's language.

They are sent by SMTP, an SMS provider or a hook, or stored in the built-in mailbox. The callers decide who gets which.
"""
