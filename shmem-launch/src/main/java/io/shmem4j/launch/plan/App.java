// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.program.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One program of a job, the PEs that run it, and the user's flags for their JVMs. */
public record App(int firstPe, int count, Program program, Map<String, String> variables, Path workingFolder,
    List<String> jvmFlags, boolean vector) {
    private static final String MOST = "-Xmx";
    /** The largest size that is still a number of bytes for all PEs of a job. */
    private static final long MOST_BYTES = Long.MAX_VALUE / Planner.MAX_PES;

    /** {@return bytes that the user allows the Java heaps of these PEs together, 0 where he says nothing} */
    public long javaHeaps() {
        long bytes = 0;
        for (String flag : jvmFlags) {
            if (flag.matches(MOST + "\\d+[kKmMgGtT]?")) {
                bytes = bytes(flag.substring(MOST.length()));
            }
        }
        return count * bytes;
    }

    /** {@return the bytes of a size in a flag; one that is too large for any machine is left to the JVM to refuse} */
    public static long bytes(String size) {
        try {
            return Math.min(ByteSize.parse(size), MOST_BYTES);
        } catch (IllegalArgumentException e) {
            return MOST_BYTES;
        }
    }
}
