// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.program.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One of the programs of a job, with its PEs and the user's JVM flags. */
public record App(int firstPe, int count, Program program, Map<String, String> variables, Path workingFolder,
    List<String> jvmFlags, boolean vector) {
    private static final String MOST = "-Xmx";
    /** Caps sizes so that the sum over all PEs fits into a long. */
    private static final long MOST_BYTES = Long.MAX_VALUE / Planner.MAX_PES;

    /** {@return the total Java heap that the user allows these PEs, or 0 if no flag limits it} */
    public long javaHeaps() {
        long bytes = 0;
        for (String flag : jvmFlags) {
            if (flag.matches(MOST + "\\d+[kKmMgGtT]?")) {
                bytes = bytes(flag.substring(MOST.length()));
            }
        }
        return count * bytes;
    }

    /** {@return a memory size in bytes; sizes beyond any machine are capped, and the JVM rejects them} */
    public static long bytes(String size) {
        try {
            return Math.min(ByteSize.parse(size), MOST_BYTES);
        } catch (IllegalArgumentException e) {
            return MOST_BYTES;
        }
    }
}
