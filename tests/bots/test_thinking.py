"""What is compiled is kept for today's sources alone."""

from games.bots import thinking
from games.bots.kernels import compiling


def test_getting_warm_forgets_what_other_sources_left(tmp_path, monkeypatch):
    ours, theirs = tmp_path / "0123456789abcdef", tmp_path / "fedcba9876543210"
    kept = [ours, tmp_path / "notes", tmp_path / "0123.nbi"]
    for folder in (*kept, theirs):
        folder.mkdir()
        (folder / "cards.nbc").write_bytes(b"compiled")
    monkeypatch.setattr(compiling, "FOLDER", ours)
    thinking.warm()
    assert sorted(tmp_path.iterdir()) == sorted(kept)
    assert (ours / "cards.nbc").exists()


def test_the_folder_is_named_after_all_sources(tmp_path, monkeypatch):
    source = tmp_path / "kernel.py"
    source.write_text("ONE = 1\n")
    monkeypatch.setattr(compiling, "SOURCES", (tmp_path,))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    before = compiling.kept_in()
    source.write_text("ONE = 2\n")
    after = compiling.kept_in()
    assert before
    assert after
    assert before != after
    assert before.parent == after.parent == tmp_path / "kept"
