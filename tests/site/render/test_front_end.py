import re
from pathlib import Path

import pytest

from balai.errors import StartError
from balai.site.render.front_end import PARTS, FrontEnd
from tests.site.conftest import write_front_end


def test_page_names_its_files_and_their_imports(tmp_path: Path) -> None:
    front_end = FrontEnd(write_front_end(tmp_path))
    files = front_end.files_of("site/Home", "vi")
    assert files.css == ("/assets/client-1.css", "/assets/card-1.css")
    assert files.modules == ("/assets/vi-1.js", "/assets/Home-1.js", "/assets/card-1.js")
    assert (front_end.entry, front_end.build) == ("/assets/client-1.js", "build-1")


def test_a_page_names_its_text_bundles(tmp_path: Path) -> None:
    files = FrontEnd(write_front_end(tmp_path)).files_of("site/Home", "vi", ("forum", "editor"))
    assert files.modules == ("/assets/vi-1.js", "/assets/vi-2.js", "/assets/Home-1.js", "/assets/card-1.js")


def test_page_without_a_chunk_has_only_the_entry(tmp_path: Path) -> None:
    files = FrontEnd(write_front_end(tmp_path)).files_of(None, "en")
    assert (files.css, files.modules) == (("/assets/client-1.css",), ())


def test_parts_are_those_of_the_front_end() -> None:
    web = Path(__file__).parents[3] / "web"
    named = {
        name: str((file.parent / f"{path}.tsx").resolve().relative_to(web))
        for file in web.glob("[!n]*/**/*.tsx")
        for name, path in re.findall(r'lazyPart\("(\w+)", \(\) => import\("([^"]+)"\)', file.read_text())
    }
    assert named == PARTS
    built = FrontEnd().files_of("booking/Service", "vi", (), tuple(PARTS))
    assert len(built.css) > len(FrontEnd().files_of("booking/Service", "vi").css)


def test_missing_build_stops_the_start_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(StartError) as error:
        FrontEnd(tmp_path)
    assert error.value.hint and "make build" in error.value.hint
