"""`balai migrate`: bring the database schema up to date."""

from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import migrate
from balai.database.schema_files import SETS, SchemaFile
from balai.settings import Settings


async def migrate_only(settings: Settings, sets: tuple[str, ...] = SETS) -> list[SchemaFile]:
    """Apply pending schema files; starts the embedded database for it if it is down. Raises StartError."""
    if settings.database_url:
        return await migrate(settings.database_url, sets)
    with EmbeddedPostgres(settings.data_dir).running() as url:
        return await migrate(url, sets)
