# SPDX-License-Identifier: Apache-2.0
"""Draws the plate of the running example heat, as it is now, into a PNG file: plot_heat.py FILE [JOB].

The bands of all PEs lie in their symmetric objects "band", which heat renews every 50 steps.
"""

import struct
import sys
import zlib

import shmem4j


def plate(job):
    """Returns the rows of the plate, each a sequence of temperatures."""
    size = job["halos"].length // 4
    band = job["band"]
    rows = []
    for pe in range(job.n_pes):
        mine = band.pe(pe)
        count = size * (pe + 1) // job.n_pes - size * pe // job.n_pes
        # The first row is the halo above.
        rows += [mine[row * size:(row + 1) * size] for row in range(1, count + 1)]
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
        print(f"{sys.argv[1]}: {len(picture)} x {len(picture[0])} after step {running['steps'].pe(0)[0]}")
