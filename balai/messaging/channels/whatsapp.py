"""WhatsApp messages by the Cloud API of the WhatsApp Business Platform.

Outside of a conversation that the recipient has opened, only approved templates are delivered: with one configured, the
text is its only parameter. Each request proves by the app's secret that the token is in the hands of its app.
"""

import hashlib
import hmac
from uuid import UUID

import httpx
import msgspec

from balai.messaging.channels.message import SmsMessage
from balai.messaging.hook_delivery import PermanentFailure
from balai.settings import Settings

# Not on WhatsApp, the same number, no conversation open, the recipient or their country cannot be reached.
LASTING = frozenset({100, 131021, 131026, 131047, 131049, 131051, 131053, 130472, 132000, 132001, 132015, 133010})
LANGUAGES = {"zh": "zh_CN"}


class _Error(msgspec.Struct, frozen=True):
    code: int = 0
    message: str = ""


class _Answer(msgspec.Struct, frozen=True):
    error: _Error = _Error()


class WhatsAppCloud:
    """One business phone number."""

    def __init__(self, client: httpx.AsyncClient, settings: Settings) -> None:
        self._client = client
        self._url = f"{settings.whatsapp_url.rstrip('/')}/messages"
        self._token, self._template = settings.whatsapp_token, settings.whatsapp_template
        secret = settings.whatsapp_app_secret
        proof = hmac.new(secret.encode(), self._token.encode(), hashlib.sha256).hexdigest() if secret else ""
        self._query = {"appsecret_proof": proof} if proof else {}

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Send one message. Raises PermanentFailure where no retry helps."""
        body = {
            "messaging_product": "whatsapp",
            "recipient_type": "individual",
            "to": text.phone,
            # Comes back in the platform's own log of the message.
            "biz_opaque_callback_data": str(id),
            **self._content(text),
        }
        headers = {"authorization": f"Bearer {self._token}"}
        response = await self._client.post(self._url, json=body, headers=headers, params=self._query)
        if response.is_client_error:
            error = _read_error(response)
            if error.code in LASTING:
                raise PermanentFailure(f"WhatsApp {error.code}: {error.message}"[:300])
        response.raise_for_status()

    def _content(self, text: SmsMessage) -> dict[str, object]:
        if not self._template:
            return {"type": "text", "text": {"body": text.content, "preview_url": False}}
        # Parameters of templates have no line breaks.
        parameter = {"type": "text", "text": " ".join(text.content.split())}
        template = {
            "name": self._template,
            "language": {"code": LANGUAGES.get(text.language, text.language)},
            "components": [{"type": "body", "parameters": [parameter]}],
        }
        return {"type": "template", "template": template}


def _read_error(response: httpx.Response) -> _Error:
    try:
        return msgspec.json.decode(response.content, type=_Answer).error
    except msgspec.MsgspecError:
        return _Error()
