"""The guards that screens of several areas name, in the order in which they are asked."""

SIGNED_IN = ("auth",)
MEMBER = ("auth", "consent")
