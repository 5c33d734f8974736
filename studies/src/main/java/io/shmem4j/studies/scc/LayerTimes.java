// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.Section;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/**
 * Costs of calls of message libraries besides moving data, in picoseconds.
 *
 * @param broadcastCall a broadcast through message-passing buffers
 * @param blocking a side of each piece of a blocking message, a padded line being one
 * @param iRcce the same of a non-blocking one
 * @param lightweight the same of a library that allows one send and one receive at a time
 * @param round of a collective in which each core exchanges messages
 * @param mpi a message of an MPI
 */
public record LayerTimes(long broadcastCall, long blocking, long iRcce, long lightweight, long round, long mpi) {
    /** Calls that cost nothing, as in published formulas. */
    public static final LayerTimes NONE = new LayerTimes(0, 0, 0, 0, 0, 0);

    private static final String FILE = "scc-libraries.json";
    /** The libraries that were measured on the SCC. */
    public static final LayerTimes PUBLISHED = read(FILE, new InputStreamReader(LayerTimes.class.getResourceAsStream(
        "/io/shmem4j/studies/published/" + FILE), StandardCharsets.UTF_8));

    /** {@return the costs in a file, which is closed} */
    static LayerTimes read(String file, Reader text) {
        return Section.read(file, text, root -> root.read("us", us -> new LayerTimes(us.micros("ocbcastCall"),
            us.micros("blockingPiece"), us.micros("iRccePiece"), us.micros("lightweightPiece"), us.micros("round"),
            us.micros("rckmpiMessage"))));
    }
}
