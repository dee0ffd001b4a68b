"""Images as cameras and programs create them: with locations, names and comments in every place of their format."""

import io
import struct
import zlib
from typing import Any

from PIL import Image, PngImagePlugin
from pillow_heif import register_heif_opener

register_heif_opener()
SECRET = b"Bukit-Bintang-3.1466N"
GPS, ARTIST, COPYRIGHT, TURN = 0x8825, 0x013B, 0x8298, 0x0112
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>' + SECRET + b"</dc:creator></x:xmpmeta>"


def scene(width: int = 120, height: int = 80) -> Image.Image:
    """Returns an image whose four corners differ: red, green, blue, white."""
    image = Image.new("RGB", (width, height), "white")
    for colour, corner in (("red", (0, 0)), ("green", (width // 2, 0)), ("blue", (0, height // 2))):
        image.paste(colour, (*corner, corner[0] + width // 2, corner[1] + height // 2))
    return image


def exif_of(turn: int = 1) -> Image.Exif:
    """Returns EXIF with a location, an owner and an orientation."""
    exif = Image.Exif()
    exif[ARTIST] = exif[COPYRIGHT] = SECRET.decode()
    exif[TURN] = turn
    exif.get_ifd(GPS).update({1: "N", 2: (3.0, 8.0, 47.76), 29: SECRET.decode()})
    return exif


def with_metadata(kind: str, turn: int = 1, **options: Any) -> bytes:
    """Returns a file of this format with all kinds of metadata."""
    file = io.BytesIO()
    if kind == "PNG":
        notes = PngImagePlugin.PngInfo()
        notes.add_text("Author", SECRET.decode())
        notes.add_itxt("XML:com.adobe.xmp", XMP.decode())
        options["pnginfo"] = notes
    if kind == "GIF":
        scene().save(file, kind, comment=SECRET, save_all=True, append_images=[scene().rotate(180)], loop=0)
    elif kind == "JPEG":
        scene().save(file, kind, exif=exif_of(turn), comment=SECRET, xmp=XMP, quality=95, **options)
    else:
        scene().save(file, kind, exif=exif_of(turn).tobytes(), xmp=XMP, **options)
    made = file.getvalue()
    if kind == "JPEG":
        # The block of a press agency, and a second image with its own metadata behind the end.
        iptc = b"Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x15" + SECRET
        made = made[:2] + b"\xff\xed" + struct.pack("!H", len(iptc) + 2) + iptc + made[2:] + made
    if kind == "PNG":
        late = b"tEXtLocation\0" + SECRET
        made = made[:-12] + struct.pack("!I", len(late) - 4) + late + struct.pack("!I", zlib.crc32(late)) + made[-12:]
        made += SECRET
    return made
