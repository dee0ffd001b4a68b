"""Encryption of push messages against the example of RFC 8291, and the header that names the site."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey

from balai.messaging.web_push import Subscription, authorization, encrypt, public_key


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# RFC 8291, section 5 and appendix A.
DEVICE = Subscription(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SALT = decode("DGv6ra1nlYgDCS1FRnbzlw")
SENDER_KEY = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
EXPECTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_message_equals_the_example_of_the_standard() -> None:
    key = ec.derive_private_key(SENDER_KEY, ec.SECP256R1())
    body = encrypt(b"When I grow up, I want to be a watermelon", DEVICE, salt=SALT, key=key)
    assert body == decode(EXPECTED)


def test_header_is_signed_for_the_push_service_alone() -> None:
    key = ECKey.generate_key("P-256")
    scheme, _, rest = authorization(DEVICE.endpoint, key, "https://hall.example").partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    claims = jwt.decode(fields["t"], key, algorithms=["ES256"]).claims
    assert scheme == "vapid"
    assert (claims["aud"], claims["sub"]) == ("https://push.example.net", "https://hall.example")
    assert fields["k"] == public_key(key)
    assert len(decode(fields["k"])) == 65


@pytest.mark.parametrize(
    ("text", "device"),
    [
        (b"x" * 4000, DEVICE),
        (b"x", Subscription(DEVICE.endpoint, "B" + "A" * 86, DEVICE.auth_secret)),
    ],
)
def test_impossible_message_is_refused(text: bytes, device: Subscription) -> None:
    with pytest.raises(ValueError):
        encrypt(text, device)
