// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * What calls of the message libraries of a mesh cost besides moving data, in picoseconds.
 *
 * @param broadcastCall a broadcast through message-passing buffers
 * @param blocking      a blocking send or receive
 * @param iRcce         a non-blocking one
 * @param lightweight   a non-blocking one of a library that allows one of each at a time
 */
public record LayerTimes(long broadcastCall, long blocking, long iRcce, long lightweight) {
    static LayerTimes read(Section section) {
        try (section) {
            return new LayerTimes(MeshTimes.micros(section, "ocbcastCall"), MeshTimes.micros(section, "blocking"),
                MeshTimes.micros(section, "iRcce"), MeshTimes.micros(section, "lightweight"));
        }
    }
}
