"""Hours of the day at which people write. Counted back from now alone, everything would have happened at this hour."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

TIME_ZONE = ZoneInfo("Asia/Kuala_Lumpur")
HOURS = (8, 19, 12, 21, 9, 16, 20, 11, 22, 14, 18, 7)
# Steps that meet every hour, and minutes that repeat only after sixty.
STEP, MINUTES = 5, 23


def some_days_ago(now: datetime, days: float, number: int) -> datetime:
    """About so many days ago (ahead, if negative), at the hour that belongs to the n-th thing. What is of today or
    yesterday stays as near as it is."""
    moment = now - timedelta(days=days)
    if abs(days) < 2:
        return moment
    local = moment.astimezone(TIME_ZONE)
    wanted = time(HOURS[number * STEP % len(HOURS)], number * MINUTES % 60)
    chosen = datetime.combine(local.date(), wanted, TIME_ZONE)
    return chosen if chosen <= local else chosen - timedelta(days=1)
