// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import java.util.stream.IntStream;

/**
 * Extra costs of a line from a distant core, compared with a neighbour's. Cores of a group share a cache or a tile,
 * groups lie on a mesh, row by row, and sockets have as many cores each. Numbers of cores go through a group, then a
 * socket.
 *
 * @param groupCores cores of a group
 * @param socketCores cores of a socket, whole groups
 * @param columns groups in a row of the mesh
 * @param otherGroup picoseconds more from another group of the socket
 * @param hop picoseconds more for each step on the mesh, down and across
 * @param otherSocket picoseconds more from another socket
 */
public record CoreDistances(int groupCores, int socketCores, int columns, long otherGroup, long hop,
        long otherSocket) {
    static CoreDistances read(Section section, int cores) {
        int group = section.whole("groupCores", 1, cores);
        int socket = section.whole("socketCores", group, cores);
        if (socket % group != 0) {
            throw section.wrong("socketCores", "must be a multiple of groupCores, " + group);
        }
        return new CoreDistances(group, socket, section.whole("columns", 1, cores), section.nanos("otherGroupNs"),
            section.nanos("hopNs"), section.nanos("otherSocketNs"));
    }

    /** {@return nanoseconds that a line costs more in the mean of all pairs of the first cores} */
    public double meanNanos(int cores) {
        return IntStream.range(1, cores).mapToLong(core -> IntStream.range(0, core).mapToLong(other ->
            picos(core, other)).sum()).sum() / (500.0 * cores * (cores - 1));
    }

    /** {@return picoseconds that a line of another core costs more than one of the same group} */
    public long picos(int core, int other) {
        if (core / socketCores != other / socketCores) {
            return otherSocket;
        }
        int here = core % socketCores / groupCores;
        int there = other % socketCores / groupCores;
        return here == there ? 0 : otherGroup + hop * (Math.abs(here % columns - there % columns)
            + Math.abs(here / columns - there / columns));
    }
}
