import pytest

from balai.site.request.matcher import Matcher, TableError
from balai.site.routes import SCREENS
from balai.site.screens import Screen

POST = "9f5a2f0e-3c1c-4b87-9a53-2f1f0a7a9f11"


def screen(name: str, path: str, **more: object) -> Screen:
    return Screen(name=name, path=path, page="a/A", title="t", **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def matcher() -> Matcher[Screen]:
    return Matcher(SCREENS)


@pytest.mark.parametrize(
    ("path", "name", "params"),
    [
        ("", "home", {}),
        ("/", "home", {}),
        ("/blog/new", "blog.new", {}),
        ("/blog/news", "blog.article", {"blogId": "news"}),
        ("/blog/社区诊所", "blog.article", {"blogId": "社区诊所"}),
        ("/blog/news/edit", "blog.edit", {"blogId": "news"}),
        (f"/book/view/{POST}", "book.view", {"bookId": POST}),
        (f"/forum/life/post/{POST}", "forum.post", {"forumId": "life", "postId": POST}),
        ("/admin/services/new", "admin.service", {"serviceId": "new"}),
    ],
)
def test_path_matches_its_screen(matcher: Matcher[Screen], path: str, name: str, params: dict[str, str]) -> None:
    match = matcher.find(path)
    assert match is not None
    assert (match.screen.name, match.params) == (name, params)


@pytest.mark.parametrize(
    "path",
    ["/nope", "/blog/", "/blog//edit", "/forum/life/post/7", "/book/view/none", "/blog/a b", "/blog/a\0b", "//", "/en"],
)
def test_other_paths_match_nothing(matcher: Matcher[Screen], path: str) -> None:
    assert matcher.find(path) is None


def test_every_screen_matches_its_generated_path(matcher: Matcher[Screen]) -> None:
    for row in SCREENS:
        params = dict.fromkeys(row.params, POST)
        path = matcher.path_to(row.name, lang="vi", params=params)
        match = matcher.find(path.removeprefix("/vi"))
        assert match is not None and match.screen is row


def test_paths_are_encoded_as_by_browsers(matcher: Matcher[Screen]) -> None:
    assert matcher.path_to("home", lang="ms", params={}) == "/ms"
    assert matcher.path_to("blog.article", lang="zh", params={"blogId": "诊所"}) == "/zh/blog/%E8%AF%8A%E6%89%80"
    assert matcher.path_to("search", lang="en", query={"q": "tiếng & co"}, params={}).endswith(
        "/search?q=ti%E1%BA%BFng+%26+co"
    )


@pytest.mark.parametrize(
    "rows",
    [
        (screen("a", "/a"), screen("a", "/b")),
        (screen("a", "/a"), screen("b", "/a")),
        (screen("a", "/a/{x}"),),
        (screen("a", "/a/{x}", params={"x": "color"}),),
    ],
)
def test_ambiguous_routes_stop_the_start(rows: tuple[Screen, ...]) -> None:
    with pytest.raises(TableError):
        Matcher(rows)
