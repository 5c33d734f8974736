// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The cpus that each PE of a JVM is bound to, where they differ: a bit for each, lowest first. The JVM's own threads
 * run on all of them.
 */
public record PeCpus(List<long[]> masks) {
    private static final String BETWEEN_PES = ";";
    private static final String BETWEEN_CPUS = ",";

    /** {@return what {@link #text} has written} */
    public static PeCpus of(String text) {
        return new PeCpus(Arrays.stream(text.split(BETWEEN_PES)).map(PeCpus::mask).toList());
    }

    private static long[] mask(String cpus) {
        BitSet mask = new BitSet();
        Arrays.stream(cpus.split(BETWEEN_CPUS)).mapToInt(Integer::parseInt).forEach(mask::set);
        return mask.toLongArray();
    }

    /** {@return them as a word of a command line} */
    public String text() {
        return masks.stream().map(mask -> BitSet.valueOf(mask).stream().mapToObj(Integer::toString)
            .collect(Collectors.joining(BETWEEN_CPUS))).collect(Collectors.joining(BETWEEN_PES));
    }

    /** Binds the calling thread, and threads that it starts, to the cpus of a PE. */
    public void bind(int index) throws IOException {
        Syscalls.bind(masks.get(index));
    }
}
