"""Amounts of money as texts: a whole number of the currency's smallest unit, in the format of a language."""

from balai.site.payloads import Lang

# By ISO 4217; all others have two.
WITHOUT_FRACTION = frozenset({"VND", "JPY", "KRW"})
SIGNS = {
    "MYR": "RM", "SGD": "S$", "VND": "₫", "CNY": "CN¥", "USD": "US$", "EUR": "€", "IDR": "Rp", "THB": "฿", "TWD": "NT$",
    "HKD": "HK$", "PHP": "₱", "AUD": "A$", "GBP": "£", "JPY": "JP¥", "KRW": "₩", "BND": "B$", "INR": "₹",
}  # fmt: skip
NO_BREAK = "\N{NO-BREAK SPACE}"


def write_money(amount: int, currency: str, lang: Lang) -> str:
    """RM 25.00, S$12.50; in Vietnamese 150.000 ₫ and 25,00 RM."""
    digits = 0 if currency in WITHOUT_FRACTION else 2
    number = f"{amount // 10**digits:,}"
    if digits:
        number += f".{amount % 100:02}"
    sign = SIGNS.get(currency, currency)
    if lang == "vi":
        return number.translate(str.maketrans(",.", ".,")) + NO_BREAK + sign
    return sign + (NO_BREAK if sign[-1].isalpha() else "") + number
