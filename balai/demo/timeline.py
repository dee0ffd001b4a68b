"""Plausible hours of the day for sample content. Whole days before now would put everything at the current hour."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

TIME_ZONE = ZoneInfo("Asia/Kuala_Lumpur")
HOURS = (8, 19, 12, 21, 9, 16, 20, 11, 22, 14, 18, 7)
# Step sizes that reach every hour, and minutes that repeat only after sixty.
STEP, MINUTES = 5, 23


def some_days_ago(now: datetime, days: float, number: int) -> datetime:
    """About so many days ago (in the future, if negative), at the hour of the n-th item.

    Times of today and yesterday are not shifted.
    """
    moment = now - timedelta(days=days)
    if abs(days) < 2:
        return moment
    local = moment.astimezone(TIME_ZONE)
    wanted = time(HOURS[number * STEP % len(HOURS)], number * MINUTES % 60)
    chosen = datetime.combine(local.date(), wanted, TIME_ZONE)
    return chosen if chosen <= local else chosen - timedelta(days=1)
