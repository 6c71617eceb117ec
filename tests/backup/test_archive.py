"""An archive comes back as it was packed, or not at all."""

import io
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from genial_site.backup import archive, manifest
from genial_site.backup.manifest import Manifest
from genial_site.backup.refusal import BackupRefused
from genial_site.version import is_newer, version

FILES = {"genial.sqlite3": b"rows" * 999, "secret-key": b"chance\n", "media/a/b.png": b"\x89PNG"}


def lay_out(folder: Path) -> Manifest:
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return Manifest(
        version=version(),
        made_at="2026-11-18T08:00:00+00:00",
        database={"kind": "sqlite"},
        migrations=("sessions.0001_initial",),
        files={name: manifest.digest(folder / name) for name in FILES},
    )


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    folder = tmp_path / "laid out"
    folder.mkdir()
    archive.pack(folder, lay_out(folder), tmp_path / "one.tar.gz")
    return tmp_path / "one.tar.gz"


def test_what_was_packed_comes_back(packed: Path, tmp_path: Path) -> None:
    told = archive.unpack(packed, tmp_path / "back")
    assert told == archive.read_manifest(packed)
    assert set(told.files) == set(FILES)
    assert {name: (tmp_path / "back" / name).read_bytes() for name in FILES} == FILES
    assert (tmp_path / "back" / "secret-key").stat().st_mode & 0o777 == 0o600


def test_nobody_else_reads_it_and_it_names_no_account_of_this_machine(packed: Path) -> None:
    assert packed.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in packed.parent.glob(".*")] == []
    with tarfile.open(packed) as tar:
        assert {(member.uname, member.uid, member.mode) for member in tar} == {("", 0, 0o600)}


def packed_anew(packed: Path, change: Callable[[list[tuple[str, bytes]]], object]) -> Path:
    """The same archive by somebody who had other things in mind."""
    with tarfile.open(packed) as tar:
        members = [(member.name, source.read()) for member in tar if (source := tar.extractfile(member))]
    change(members)
    target = packed.with_name("changed.tar.gz")
    with tarfile.open(target, "w:gz") as tar:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return target


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda members: members.pop(), "is missing in it"),
        (lambda members: members.append(("more", b"")), "holds 'more', which its manifest does not name"),
        (lambda members: members.append(("../outside", b"")), "holds '../outside'"),
        (lambda members: members.append(members[1]), "holds 'genial.sqlite3'"),
        (lambda members: members.insert(1, (members.pop(1)[0], b"rowz" * 999)), "genial.sqlite3 in it is damaged"),
        (lambda members: members.pop(0), "does not begin with a manifest"),
        (lambda members: members.insert(0, (members.pop(0)[0], b"{}")), "manifest makes no sense"),
        (lambda members: members.insert(0, (members.pop(0)[0], b"[")), "manifest makes no sense"),
    ],
)
def test_an_archive_that_was_changed_is_refused(
    packed: Path, tmp_path: Path, change: Callable[[list[tuple[str, bytes]]], object], sentence: str
) -> None:
    with pytest.raises(BackupRefused, match=sentence):
        archive.unpack(packed_anew(packed, change), tmp_path / "back")
    assert not (tmp_path / "outside").exists()


def test_a_link_is_no_file(packed: Path, tmp_path: Path) -> None:
    told = archive.read_manifest(packed)
    target = packed.with_name("linked.tar.gz")
    with tarfile.open(target, "w:gz") as tar:
        text = replace(told, files={"secret-key": "0"}).text().encode()
        first = tarfile.TarInfo(manifest.NAME)
        first.size = len(text)
        tar.addfile(first, io.BytesIO(text))
        link = tarfile.TarInfo("secret-key")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
        tar.addfile(link)
    with pytest.raises(BackupRefused, match="holds 'secret-key'"):
        archive.unpack(target, tmp_path / "back")


@pytest.mark.parametrize("length", [0, 20, 200])
def test_half_an_archive_is_refused(packed: Path, tmp_path: Path, length: int) -> None:
    packed.write_bytes(packed.read_bytes()[:length])
    with pytest.raises(BackupRefused, match="cannot be unpacked"):
        archive.unpack(packed, tmp_path / "back")


def test_a_file_that_is_not_there_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="there is no such file"):
        archive.read_manifest(tmp_path / "none.tar.gz")


def test_an_archive_of_a_newer_version_is_refused(packed: Path) -> None:
    told = archive.read_manifest(packed)
    told.refuse_newer()
    replace(told, version="0.0.9").refuse_newer()
    for newer in (replace(told, version="999.0"), replace(told, migrations=("games.9999_from_the_future",))):
        with pytest.raises(BackupRefused, match="update the program first"):
            newer.refuse_newer()
    with pytest.raises(BackupRefused, match="made by a newer version"):
        Manifest.read(replace(told, format=2).text().encode())


def test_versions_are_compared_as_numbers() -> None:
    assert is_newer("0.10.0", "0.9.3")
    assert not is_newer("0.9.3", "0.10.0")
    assert not is_newer("1.0", "1.0")
