"""Names of time zones in messages: the city in the reader's language, and the offset at a moment."""

from datetime import datetime
from zoneinfo import ZoneInfo

# CLDR exemplar cities where they differ from the name in the time zone database: the region of this program's
# languages, and where its members travel. All other zones have the name of the database.
CITIES = {
    "zh": {
        "Asia/Kuala_Lumpur": "吉隆坡", "Asia/Kuching": "古晋", "Asia/Singapore": "新加坡", 
        "Asia/Ho_Chi_Minh": "胡志明市",
        "Asia/Saigon": "胡志明市", "Asia/Shanghai": "上海", "Asia/Hong_Kong": "香港", "Asia/Macau": "澳门",
        "Asia/Taipei": "台北", "Asia/Urumqi": "乌鲁木齐", "Asia/Tokyo": "东京",
        "Asia/Seoul": "首尔",
        "Asia/Bangkok": "曼谷", "Asia/Jakarta": "雅加达", "Asia/Makassar": "望加锡", "Asia/Manila": "马尼拉",
        "Asia/Brunei": "文莱", "Asia/Phnom_Penh": "金边", "Asia/Vientiane": "万象", "Asia/Yangon": "仰光",
        "Asia/Dhaka": "达卡", "Asia/Kolkata": "加尔各答", "Asia/Kathmandu": "加德满都", "Asia/Dubai": "迪拜",
        "Asia/Riyadh": "利雅得", "Europe/London": "伦敦", "Europe/Paris": "巴黎", "Europe/Berlin": "柏林",
        "Europe/Moscow": "莫斯科", "Europe/Amsterdam": "阿姆斯特丹", "Australia/Sydney": "悉尼",
        "Australia/Melbourne": "墨尔本", "Australia/Perth": "珀斯", "Australia/Brisbane": "布里斯班",
        "Pacific/Auckland": "奥克兰", "America/New_York": "纽约", "America/Los_Angeles": "洛杉矶",
        "America/Chicago": "芝加哥", "America/Toronto": "多伦多", "America/Vancouver": "温哥华",
        "America/Sao_Paulo": "圣保罗", "UTC": "协调世界时",
    },
    "vi": {
        "Asia/Ho_Chi_Minh": "TP. Hồ Chí Minh", "Asia/Saigon": "TP. Hồ Chí Minh", "Asia/Shanghai": "Thượng Hải",
        "Asia/Hong_Kong": "Hồng Kông", "Asia/Macau": "Ma Cao", "Asia/Taipei": "Đài Bắc", "Asia/Bangkok": "Băng Cốc",
        "Asia/Phnom_Penh": "Phnôm Pênh", "Asia/Vientiane": "Viêng Chăn", "Asia/Tokyo": "Tokyo", "Asia/Seoul": "Seoul",
        "Europe/London": "Luân Đôn", "Europe/Moscow": "Mát-xcơ-va",
    },
}  # fmt: skip


def zone_label(moment: datetime, zone: str, language: str) -> str:
    """`Kuala Lumpur, GMT+8` in a language."""
    city = CITIES.get(language, {}).get(zone) or zone.rpartition("/")[2].replace("_", " ")
    offset = moment.astimezone(ZoneInfo(zone)).utcoffset()
    minutes = round(offset.total_seconds() / 60) if offset else 0
    hours, rest = divmod(abs(minutes), 60)
    sign = "-" if minutes < 0 else "+"
    shift = f"{sign}{hours}:{rest:02}" if rest else f"{sign}{hours}" if hours else ""
    separator = "，" if language == "zh" else ", "
    return f"{city}{separator}GMT{shift}"
