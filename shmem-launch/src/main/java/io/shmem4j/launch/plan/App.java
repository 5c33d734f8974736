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

    /** {@return bytes that the user allows the Java heaps of these PEs together, 0 where he says nothing} */
    public long javaHeaps() {
        long bytes = 0;
        for (String flag : jvmFlags) {
            if (flag.matches(MOST + "\\d+[kKmMgGtT]?")) {
                bytes = ByteSize.parse(flag.substring(MOST.length()));
            }
        }
        return count * bytes;
    }
}
