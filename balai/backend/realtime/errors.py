"""The error that a realtime client receives (contract: realtime)."""


class RealtimeError(Exception):
    """A rejected request. `code` and `text` are listed in the contract."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
