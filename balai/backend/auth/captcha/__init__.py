"""CAPTCHA: verification and the email code as an alternative."""
