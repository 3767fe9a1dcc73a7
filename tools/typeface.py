"""Make the site's typeface: `python -m tools.typeface inter-ui-4.1.1.tgz`, with fonttools and brotli installed.

The archive is the npm package of that name (`npm pack inter-ui@4.1.1`), as the makers of Inter publish it. Out of its
variable font come two small files, weights 400 to 700: Latin, which every page loads, and Greek and Cyrillic, which a
browser fetches only for a name that needs them. The ranges stand in tokens.css too. Neither library is needed to run
Viertal, so neither is in the requirements.
"""

from __future__ import annotations

import sys
import tarfile
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-not-found]

FOLDER = Path(__file__).resolve().parents[1] / "tournaments/static/tournaments/fonts"
SOURCE, LICENCE = "package/variable/InterVariable.woff2", "package/LICENSE.txt"
WEIGHTS = (400, 700)
FEATURES = ["kern", "tnum", "locl"]
# Latin with all of Europe's letters, and the signs that pages use: dashes, quotes, fractions, arrows, shapes.
LATIN = [
    *range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), 0x1E9E, *range(0x2010, 0x2015),
    *range(0x2018, 0x201F), 0x2020, 0x2022, 0x2026, 0x202F, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044,
    *range(0x2070, 0x208A), 0x20AC, 0x2116, 0x2122, *range(0x2150, 0x215F), *range(0x2190, 0x2194), 0x2212, 0x2215,
    0x2264, 0x2265, 0x25B2, 0x25B6, 0x25BC, 0x25CF, 0x2713, 0x2717,
]  # fmt: skip
GREEK_CYRILLIC = [*range(0x370, 0x400), *range(0x400, 0x460), *range(0x490, 0x492)]


def cut(archive: Path) -> dict[str, bytes]:
    """Return the files of the typeface, by name, out of the package."""
    with tarfile.open(archive) as package:
        members = {name: package.extractfile(name) for name in (SOURCE, LICENCE)}
        content = {name: file.read() for name, file in members.items() if file}
    parts = {"inter-latin.woff2": LATIN, "inter-greek-cyrillic.woff2": GREEK_CYRILLIC}
    return {name: _subset(content[SOURCE], letters) for name, letters in parts.items()} | {
        "OFL.txt": content[LICENCE],
    }


def _subset(source: bytes, letters: list[int]) -> bytes:
    font = TTFont(BytesIO(source), lazy=False)
    _only_digits_line_up(font)
    options = Options(layout_features=FEATURES, flavor="woff2", hinting=False, desubroutinize=True)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": WEIGHTS, "opsz": 14})
    output = BytesIO()
    font.flavor = "woff2"
    font.save(output)
    return output.getvalue()


def _only_digits_line_up(font: TTFont) -> None:
    """Leave the digits alone in the feature that makes them equally wide: Inter has the hyphen of a name in it too."""
    table = font["GSUB"].table
    digits = {font.getBestCmap()[ord(digit)] for digit in "0123456789"}
    for feature in table.FeatureList.FeatureRecord:
        if feature.FeatureTag == "tnum":
            for index in feature.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    rule = getattr(part, "ExtSubTable", part)
                    rule.mapping = {glyph: to for glyph, to in rule.mapping.items() if glyph in digits}


def main() -> None:
    """Write the files into the folder of the site's styles."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in cut(Path(sys.argv[1])).items():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
