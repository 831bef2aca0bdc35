"""Reads regions of remote bgzip files through their tabix index, block by block."""

from __future__ import annotations

import struct
import zlib
from typing import Callable, Iterator

ReadRange = Callable[[int, int], bytes]

_READ_AT_ONCE = 4 << 20
_SHIFT, _DEPTH = 14, 5  # of tabix indexes: bins of 16 kb in five levels


def inflate(packed: bytes) -> bytes:
    """The content of all complete members of gzip data."""
    out = []
    while packed:
        member = zlib.decompressobj(31)
        out.append(member.decompress(packed))
        if not member.eof:
            break
        packed = member.unused_data
    return b"".join(out)


def _bins(start: int, end: int) -> Iterator[int]:
    """The bins that can have lines of the 0-based half-open range."""
    end -= 1
    yield 0
    first = 1
    for level in range(1, _DEPTH + 1):
        shift = _SHIFT + 3 * (_DEPTH - level)
        yield from range(first + (start >> shift), first + (end >> shift) + 1)
        first += 8**level


class Index:
    """A tabix index (.tbi) of a file whose positions are 1-based."""

    def __init__(self, packed: bytes) -> None:
        data = inflate(packed)
        if data[:4] != b"TBI\1":
            raise ValueError("This is not a tabix index.")
        n, _, self.column_name, self.column_start, _, meta, _, length = struct.unpack_from("<8i", data, 4)
        self.comment = bytes([meta])
        self.names = [name.decode() for name in data[36 : 36 + length].split(b"\0")[:-1]]
        self._chunks: list[dict[int, list[tuple[int, int]]]] = []
        self._linear: list[tuple[int, ...]] = []
        at = 36 + length
        for _ in range(n):
            at = self._read_sequence(data, at)

    def _read_sequence(self, data: bytes, at: int) -> int:
        bins: dict[int, list[tuple[int, int]]] = {}
        (count,) = struct.unpack_from("<i", data, at)
        at += 4
        for _ in range(count):
            number, chunks = struct.unpack_from("<Ii", data, at)
            values = struct.unpack_from(f"<{2 * chunks}Q", data, at + 8)
            bins[number] = list(zip(values[::2], values[1::2]))
            at += 8 + 16 * chunks
        (count,) = struct.unpack_from("<i", data, at)
        self._chunks.append(bins)
        self._linear.append(struct.unpack_from(f"<{count}Q", data, at + 4))
        return at + 4 + 8 * count

    def chunks(self, name: str, start: int, end: int) -> list[tuple[int, int]]:
        """Virtual offsets that contain the lines of a region, 1-based with both ends."""
        if name not in self.names:
            return []
        number = self.names.index(name)
        linear = self._linear[number]
        window = min((start - 1) >> _SHIFT, len(linear) - 1)
        least = linear[window] if window >= 0 else 0
        found = [
            (max(first, least), last)
            for bin_number in _bins(start - 1, end)
            for first, last in self._chunks[number].get(bin_number, [])
            if last > least
        ]
        merged: list[tuple[int, int]] = []
        for first, last in sorted(found):
            if merged and first <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
            else:
                merged.append((first, last))
        return merged


class Tabix:
    """A remote file and its index. ``read_range(first, last)`` returns bytes, both ends included."""

    def __init__(self, index: Index, size: int, read_range: ReadRange) -> None:
        self.index = index
        self.size = size
        self._read = read_range
        self._header: list[str] | None = None

    @property
    def contigs(self) -> list[str]:
        """Names of the chromosomes with rows."""
        return list(self.index.names)

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        if self._header is None:
            text = inflate(self._read(0, min(self.size, 1 << 16) - 1)).decode()
            self._header = text.split("\n", 1)[0].lstrip("#").split("\t")
        return self._header

    def fetch(self, region: str) -> Iterator[str]:
        """The lines of a region such as ``4:110900000-112100000`` (1-based, both ends included), in order."""
        name, _, span = region.replace(",", "").partition(":")
        name = self._name_of(name)
        start, _, end = span.partition("-")
        first, last = int(start), int(end or start)
        if first < 1 or last < first:
            raise ValueError(f"{region} is not a region such as 4:110900000-112100000.")
        for chunk in self.index.chunks(name, first, last):
            for line in self._lines(*chunk):
                cells = line.split("\t")
                if cells[self.index.column_name - 1] != name:
                    continue
                position = int(cells[self.index.column_start - 1])
                if position > last:
                    return
                if position >= first:
                    yield line

    def _name_of(self, name: str) -> str:
        """The name of a chromosome in the file, which may write X as 23."""
        bare = name[3:] if name.lower().startswith("chr") else name
        for one in (name, bare, {"X": "23", "Y": "24", "MT": "25", "M": "25"}.get(bare.upper(), bare)):
            if one in self.index.names:
                return one
        return name

    def _lines(self, start: int, end: int) -> Iterator[str]:
        """The lines between two virtual offsets."""
        rest = b""
        for text in self._blocks(start, end):
            *lines, rest = (rest + text).split(b"\n")
            for line in lines:
                if line and not line.startswith(self.index.comment):
                    yield line.decode()
        if rest:
            yield rest.decode()

    def _blocks(self, start: int, end: int) -> Iterator[bytes]:
        at, within = start >> 16, start & 0xFFFF
        last_block, last_within = end >> 16, end & 0xFFFF
        held = b""
        while at < last_block or (at == last_block and last_within > 0):
            if len(held) < 18 or len(held) <= (struct.unpack_from("<H", held, 16)[0]):
                stop = min(self.size, max(last_block + (1 << 16), at + len(held) + 1), at + len(held) + _READ_AT_ONCE)
                more = self._read(at + len(held), stop - 1)
                if not more:
                    return
                held += more
            length = struct.unpack_from("<H", held, 16)[0] + 1
            text = zlib.decompress(held[:length], 31)
            stop_within = last_within if at == last_block else len(text)
            yield text[within:stop_within]
            at, within, held = at + length, 0, held[length:]
