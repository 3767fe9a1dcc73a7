"""Write the scripts that hold the drawing of every piece: `python -m tools.pieces`.

The engines draw the pieces, once, for pictures, paper and the boards of pages: `static/tournaments/pieces_quarto.js`.
"""

from __future__ import annotations

import json
from pathlib import Path

from games.core.registry import get
from games.core.surface import layout

SCRIPTS = Path(__file__).resolve().parents[1] / "tournaments/static/tournaments"
GAMES = ("quatro-chess", "quarto", "quaro", "kwartet")


def script(game: str) -> str:
    """Return the script of a game: its pieces by name, as SVG in a field of 40 × 40."""
    looks = json.dumps(dict(layout(get(game), {}).looks), ensure_ascii=False, separators=(",", ":"))
    return f"/* Made by tools/pieces.py from the engine's drawings. */\nwindow.viertalPieces = {looks};\n"


if __name__ == "__main__":
    for key in GAMES:
        (SCRIPTS / f"pieces_{key}.js").write_text(script(key), encoding="utf-8")
