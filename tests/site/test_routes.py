from balai.site.routes import SCREENS

ACCOUNT = {"consent", "signin", "signup", "welcome", "forget-password", "reset-password"}
READS_NOTHING = {"reset-password", "welcome"}


def test_layouts_follow_the_names_and_all_but_static_screens_have_a_loader() -> None:
    assert {screen.name for screen in SCREENS if screen.load is None} == READS_NOTHING
    assert {screen.name for screen in SCREENS if screen.layout == "auth"} == ACCOUNT
    assert all((screen.layout == "admin") == (screen.name.split(".")[0] == "admin") for screen in SCREENS)


def test_personal_pages_are_never_indexed() -> None:
    assert not [screen.name for screen in SCREENS if screen.guards and not screen.noindex]
