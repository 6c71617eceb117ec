from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from genial_site.secret import secret_key


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret-key"
    key = secret_key(path)
    assert len(key) > 60
    assert path.stat().st_mode & 0o777 == 0o600
    assert secret_key(path) == key
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_all_who_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    for number in range(20):
        with ThreadPoolExecutor(8) as pool:
            keys = set(pool.map(secret_key, [tmp_path / str(number) / "secret-key"] * 8))
        assert len(keys) == 1
        assert keys != {""}


def test_where_it_cannot_be_made_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert secret_key(tmp_path / "file" / "secret-key") == ""
