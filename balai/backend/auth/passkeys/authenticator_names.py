"""Names of new passkeys, by the model of the authenticator (AAGUID), so that a list of passkeys can be told apart.

Identifiers and names are those of the community list that GoTrue uses (passkey-authenticator-aaguids), for the common
platforms, password managers and keys. Other models have the name that GoTrue gives to unknown ones.
"""

from uuid import UUID

UNKNOWN = "Passkey"
NAMES = {
    UUID("fbfc3007-154e-4ecc-8c0b-6e020557d7bd"): "Apple Passwords",
    UUID("dd4ec289-e01d-41c9-bb89-70fa845d4bf2"): "iCloud Keychain (Managed)",
    UUID("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"): "Google Password Manager",
    UUID("adce0002-35bc-c60a-648b-0b25f1f05503"): "Chrome on Mac",
    UUID("b5397666-4885-aa6b-cebf-e52262a439a2"): "Chromium Browser",
    UUID("771b48fd-d3d4-4f74-9232-fc157ab0507a"): "Edge on Mac",
    UUID("d3452668-01fd-4c12-926c-83a4204853aa"): "Microsoft Password Manager",
    UUID("08987058-cadc-4b81-b6e1-30de50dcbe96"): "Windows Hello",
    UUID("9ddd1817-af5a-4672-a2b9-3e3dd95000a9"): "Windows Hello",
    UUID("6028b017-b1d4-4c02-b4b3-afcdafc96bb2"): "Windows Hello",
    UUID("b93fd961-f2e6-462f-b122-82002247de78"): "Android Authenticator",
    UUID("53414d53-554e-4700-0000-000000000000"): "Samsung Pass",
    UUID("bada5566-a7aa-401f-bd96-45619a55120d"): "1Password",
    UUID("d548826e-79b4-db40-a3d8-11116f7e8349"): "Bitwarden",
    UUID("531126d6-e717-415c-9320-3d9aa6981239"): "Dashlane",
    UUID("f3809540-7f14-49c1-a8b3-8f813b225541"): "Enpass",
    UUID("a10c6dd9-465e-4226-8198-c7c44b91c555"): "Kaspersky Password Manager",
    UUID("fdb141b2-5d84-443e-8a35-4698c205a502"): "KeePassXC",
    UUID("eaecdef2-1c31-5634-8639-f1cbd9c00a08"): "KeePassDX",
    UUID("0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6"): "Keeper",
    UUID("b78a0a55-6ef8-d246-a042-ba0f6d55050c"): "LastPass",
    UUID("b84e4048-15dc-4dd0-8640-f4f60813c8af"): "NordPass",
    UUID("50726f74-6f6e-5061-7373-50726f746f6e"): "Proton Pass",
    UUID("b35a26b2-8f6e-4697-ab1d-d44db4da28c6"): "Zoho Vault",
    UUID("42b4fb4a-2866-43b2-9bf7-6c6669c2e5d3"): "Google Titan Security Key v2",
    UUID("149a2021-8ef6-4133-96b8-81f8d5b7f1f5"): "Security Key by Yubico with NFC",
    UUID("fa2b99dc-9e39-4257-8f92-4a30d23c4118"): "YubiKey 5 Series with NFC",
    UUID("2fc0579f-8113-47ea-b116-bb5a8db9202a"): "YubiKey 5 Series with NFC",
    UUID("cb69481e-8ff7-4039-93ec-0a2729a154a8"): "YubiKey 5 Series",
    UUID("ee882879-721c-4913-9775-3dfcce97072a"): "YubiKey 5 Series",
    UUID("19083c3d-8383-4b18-bc03-8f1c9ab2fd1b"): "YubiKey 5 Series",
    UUID("ff4dac45-ede8-4ec2-aced-cf66103f4335"): "YubiKey 5 Series",
    UUID("a25342c0-3cdc-4414-8e46-f4807fca511c"): "YubiKey 5 Series with NFC",
    UUID("d7781e5d-e353-46aa-afe2-3ca49f13332a"): "YubiKey 5 Series with NFC",
    UUID("c5ef55ff-ad9a-4b9f-b580-adebafe026d0"): "YubiKey 5 Series with Lightning",
}


def authenticator_name(aaguid: UUID | None) -> str:
    """Returns the name of a model."""
    return NAMES.get(aaguid, UNKNOWN) if aaguid is not None else UNKNOWN
