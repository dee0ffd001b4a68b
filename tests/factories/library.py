"""Files of resources, as save_resource() takes them."""

Files = list[dict[str, str | None]]


def files_of(url: str = "https://example.org/", *languages: str) -> Files:
    """The same address in each of these languages; without any, for all."""
    return [{"language": language, "url": url} for language in languages or (None,)]
