// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import java.util.List;

/**
 * The times of the communication library itself, in nanoseconds, on top of the memory that it moves, and the
 * compilation of the programs that use it.
 *
 * @param call a call of the library that reads or changes another PE's memory
 * @param pointer a call that copies through a pointer to another PE's memory
 * @param reducedNumber time of the library's own reduction for each received number
 * @param prefetch lines that loops of the program prefetch
 * @param longCopy copies by the library of more bytes prefetch the same lines
 */
public record SoftwareProfile(String name, String title, double call, double pointer, double reducedNumber,
        Prefetch prefetch, double longCopy) {
    /** Names of the profiles that come with the simulator. */
    public static final List<String> BUNDLED = List.of("direct", "gasnet", "two-sided");

    private static final String LONG_COPY = "prefetchCopiesAboveBytes";

    /** {@return the profile of a bundled name, or of a file} */
    public static SoftwareProfile load(String nameOrPath) {
        return Section.load(nameOrPath, "profile", BUNDLED, root -> new SoftwareProfile(root.text("name"),
            root.text("title"), root.atLeast("callNs", 0), root.atLeast("pointerNs", 0),
            root.atLeast("reducedNumberNs", 0), root.choice("prefetchLoops", Prefetch.values()),
            root.has(LONG_COPY) ? root.atLeast(LONG_COPY, 0) : Double.POSITIVE_INFINITY));
    }

    /** Software times of a two-sided message, in nanoseconds, besides moving it; a baseline for comparisons. */
    public record MessageProfile(String name, String title, double send, double receive) {
        /** Names of the profiles that come with the simulator. */
        public static final List<String> BUNDLED = List.of("mpi-like");

        /** {@return the profile of a bundled name, or of a file} */
        public static MessageProfile load(String nameOrPath) {
            return Section.load(nameOrPath, "profile", BUNDLED, root -> new MessageProfile(root.text("name"),
                root.text("title"), root.atLeast("sendNs", 0), root.atLeast("receiveNs", 0)));
        }
    }

    /**
     * The lines of a transfer that are requested early enough to arrive at the rate of a thread's STREAM. The fits
     * describe plain copies, which wait for part of each line's latency.
     */
    public enum Prefetch {
        /** None: a short copy by a library, or a loop compiled without optimisation. */
        NONE,
        /**
         * Lines of other caches: a loop of a program, vectorised by its compiler. It gets lines of memory no faster
         * than a copy does, as the study of pointers found for blocks that outgrow the caches.
         */
        CACHED,
        /** All lines: a loop with directives for prefetching, or a chip that prefetches the lines of memory. */
        ALL
    }
}
