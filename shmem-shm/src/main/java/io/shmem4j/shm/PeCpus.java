// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The cpus of each PE in a JVM, as bit masks with the lowest cpu first, if PEs have different cpus. Other threads of
 * the JVM use all of them.
 */
public record PeCpus(List<long[]> masks) {
    private static final String BETWEEN_PES = ";";
    private static final String BETWEEN_CPUS = ",";

    /** {@return the object that {@link #text} has formatted} */
    public static PeCpus of(String text) {
        return new PeCpus(Arrays.stream(text.split(BETWEEN_PES)).map(PeCpus::mask).toList());
    }

    private static long[] mask(String cpus) {
        BitSet mask = new BitSet();
        Arrays.stream(cpus.split(BETWEEN_CPUS)).mapToInt(Integer::parseInt).forEach(mask::set);
        return mask.toLongArray();
    }

    /** {@return the masks as a command line argument} */
    public String text() {
        return masks.stream().map(mask -> BitSet.valueOf(mask).stream().mapToObj(Integer::toString)
            .collect(Collectors.joining(BETWEEN_CPUS))).collect(Collectors.joining(BETWEEN_PES));
    }

    /** Binds the calling thread, and threads that it starts, to a PE's cpus. */
    public void bind(int index) throws IOException {
        Syscalls.bind(masks.get(index));
    }
}
