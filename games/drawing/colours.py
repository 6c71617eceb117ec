"""The site's colours where no style sheet reaches: pictures, and mails. A test compares them with tokens.css."""

LIGHT = {
    "game-red": "#ff6f61",
    "game-green": "#56cc74",
    "game-blue": "#62adff",
    "game-orange": "#ff9d45",
    "game-yellow": "#ffd84a",
    "game-violet": "#c795ff",
    "game-turquoise": "#4fd6d2",
    "ground": "#f6f4ef",
    "surface": "#fffefb",
    "surface-sunk": "#ece8df",
    "ink": "#20242d",
    "ink-soft": "#555c69",
    "line": "#dcd7cb",
    "accent": "#3f4db0",
    "accent-ink": "#ffffff",
    "accent-wash": "#e8eaf8",
    "board-cell": "#fffefb",
    "board-line": "#cfc9bb",
    "slate": "#272b35",
    "slate-line": "#4a5163",
    "slate-edge": "#12141a",
    "slate-ink": "#f6f4ef",
    "glow": "#3f4db0",
}
DARK = {
    "ground": "#14161b",
    "surface": "#1c1f26",
    "ink": "#ebe9e4",
    "ink-soft": "#a9afbb",
    "line": "#2f343f",
    "accent": "#aeb8ff",
    "accent-ink": "#14161b",
}
LEVELS = ("#1d2028", "#2b303b", "#363c4a", "#414859", "#4a5265", "#525a6f")
"""Of the stacking game, the lowest first, in light."""
GAME = {
    "R": LIGHT["game-red"],
    "G": LIGHT["game-green"],
    "B": LIGHT["game-blue"],
    "O": LIGHT["game-orange"],
    "Y": LIGHT["game-yellow"],
    "V": LIGHT["game-violet"],
    "T": LIGHT["game-turquoise"],
}
