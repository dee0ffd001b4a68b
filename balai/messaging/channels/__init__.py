"""Channels beside email and SMS: WhatsApp and Zalo."""
