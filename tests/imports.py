"""Who may import whom: the rooms of the site, lowest first, and what breaks their order."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

APPS = ("games", "accounts")
PURE = {"engine", "rating", "clock"}  # rules and arithmetic: they know nobody else
LEVELS = {
    "signals": 0,
    "engine": 0,
    "clock": 0,
    "rating": 0,
    "bots": 1,
    "drawing": 1,
    "models": 2,
    "services": 3,
    "selectors": 3,
    "live": 3,
    "channels": 3,
    "admin": 4,
    "api": 4,
    "management": 4,
    "middleware": 4,
    "pages": 4,
    "tasks": 4,
    "templatetags": 4,
    "urls": 5,
}
DOORS = {room for room, level in LEVELS.items() if level >= 4}
WIRING = {"apps", "migrations"}  # Django's own; nobody imports them


@dataclass(frozen=True, slots=True)
class Import:
    file: Path
    line: int
    importer: str
    imported: str

    def room_of(self, name: str) -> str:
        return name.split(".")[1] if name.count(".") else ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.importer} imports {self.imported}"


def imports(root: Path, apps: tuple[str, ...] = APPS) -> Iterator[Import]:
    for app in apps:
        for path in sorted((root / app).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            package = parts[:-1]
            importer = ".".join(package if parts[-1] == "__init__" else parts)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                for name in names(node, package):
                    yield Import(path.relative_to(root), getattr(node, "lineno", 0), importer, name)


def names(node: ast.AST, package: tuple[str, ...]) -> list[str]:
    """The full names that a statement imports; `from a import b` may mean the module a.b."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = package[: len(package) - node.level + 1] if node.level else ()
        module = ".".join((*base, *([node.module] if node.module else [])))
        return [f"{module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if called in ("import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant):
            return [str(node.args[0].value)]
    return []


def problems(root: Path) -> list[str]:
    """Every import that runs against the order, and every module without a room."""
    found = [f"{path}: this module has no room in tests/imports.py" for path in homeless(root)]
    return found + [f"{entry}: {reason}" for entry in imports(root) if (reason := objection(entry))]


def homeless(root: Path) -> Iterator[Path]:
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            room = path.relative_to(root).with_suffix("").parts[1]
            if room not in LEVELS and room not in WIRING and room != "__init__":
                yield path.relative_to(root)


def objection(entry: Import) -> str:
    room = entry.room_of(entry.importer)
    top = entry.imported.split(".")[0]
    if entry.importer in APPS:
        return "an app's __init__ stays empty, so that the engine loads without Django"
    if room in ("engine", "clock", "rating", "bots") and top in (
        "django",
        "rest_framework",
        "celery",
        "accounts",
        "genial_site",
    ):
        return f"{room} knows nothing of the site"
    if room == "engine" and top not in sys.stdlib_module_names and not entry.imported.startswith("games.engine"):
        return "the engine needs the standard library alone"
    if room == "rating" and top not in {*sys.stdlib_module_names, "games", "openskill"}:
        return "rating needs the standard library and openskill alone"
    if top == "genial_site":
        return "apps know nothing of the wiring"
    if top not in APPS or room in WIRING:
        return ""
    return between_rooms(entry, room, entry.room_of(entry.imported))


def between_rooms(entry: Import, room: str, other: str) -> str:
    same_app = entry.importer.split(".")[0] == entry.imported.split(".")[0]
    if room == other and same_app:
        return ""
    if other in WIRING or other not in LEVELS:
        return "nobody imports an app's wiring"
    if room in PURE:
        return f"{room} stands alone"
    if other in DOORS and room != "urls":
        return "nobody imports a door"
    if LEVELS.get(room, 0) < LEVELS[other]:
        return "imports run from doors to services to models and engine"
    return ""
