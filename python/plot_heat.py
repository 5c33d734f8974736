# SPDX-License-Identifier: Apache-2.0
"""Draws the plate of the running example heat, as it is now, into a PNG file: plot_heat.py FILE [JOB].

The bands of all PEs lie in their symmetric objects "band", which heat renews every 50 steps.
The picture has at most 800 pixels a side: each stands for the first of the cells that it covers.
"""

import struct
import sys
import zlib

import shmem4j


PIXELS = 800


def plate(job):
    """Returns the rows of the picture, each a sequence of temperatures."""
    size = job["halos"].length // 4
    every = -(-size // PIXELS)
    band = job["band"]
    rows = []
    for pe in range(job.n_pes):
        mine = band.pe(pe)
        first = size * pe // job.n_pes
        last = size * (pe + 1) // job.n_pes
        for row in range(-(-first // every) * every, last, every):
            # The first row of the band is the halo above.
            start = (row - first + 1) * size
            rows.append(mine[start:start + size:every])
    return rows


def colour(value):
    """Returns black, red, yellow, white for 0 to 100 degrees."""
    heat = int(max(0.0, min(1.0, value / 100)) * 765)
    return bytes((min(255, heat), max(0, min(255, heat - 255)), max(0, heat - 510)))


def png(rows):
    """Returns a picture, a pixel for each value."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = b"".join(b"\0" + b"".join(colour(value) for value in row) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    with shmem4j.Job.attach(*sys.argv[2:]) as running:
        picture = plate(running)
        with open(sys.argv[1], "wb") as file:
            file.write(png(picture))
        print(f"{sys.argv[1]}: {len(picture)} x {len(picture[0])} pixels after step {running['steps'].pe(0)[0]}")
