"""Writes the outlines of a font, which PNG pictures are drawn with: `python3 outlines.py FONT.ttf >FILE.txt`. See README.md."""

import itertools
import sys

import uharfbuzz
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen

RANGES = [(0x20, 0x7E), (0xA0, 0xFF), (0x2010, 0x2026), (0x2190, 0x2193), (0x2212, 0x2212)]

font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(sys.argv[1])))


def advance(text: str) -> int:
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, {"kern": True, "liga": False, "calt": False})
    return sum(position.x_advance for position in buffer.glyph_positions)


def path(glyph: int) -> str:
    pen = SVGPathPen(None, ntos=lambda number: f"{number:g}")
    # The y axis of SVG points down.
    font.draw_glyph_with_pen(glyph, TransformPen(pen, (1, 0, 0, -1, 0, 0)))
    return pen.getCommands()


assert font.face.upem == 2048
characters = [chr(code) for first, last in RANGES for code in range(first, last + 1)]
glyphs = {c: font.get_nominal_glyph(ord(c)) for c in characters}
glyphs = {c: glyph for c, glyph in glyphs.items() if glyph}
for c, glyph in glyphs.items():
    print(c, font.get_glyph_h_advance(glyph), path(glyph))
print()
for a, b in itertools.product(glyphs, repeat=2):
    kerning = advance(a + b) - advance(a) - advance(b)
    if kerning:
        print(f"{a}{b} {kerning}")
