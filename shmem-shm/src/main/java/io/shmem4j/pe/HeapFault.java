// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.ByteSize;
import java.nio.file.Path;

/**
 * Explains the JVM's "fault in an unsafe memory access": a page of symmetric memory was touched for the first time and
 * can't be had, because files are sparse and their file system has become full.
 */
final class HeapFault {
    private static final String FAULT = "unsafe memory access";
    private static final int DEPTH = 32;

    private HeapFault() {
    }

    /** {@return the explanation of a throwable, or null if it is another kind} */
    static String explain(Throwable thrown, Path folder) {
        int depth = 0;
        for (Throwable at = thrown; at != null && depth < DEPTH; at = at.getCause()) {
            if (at instanceof InternalError && at.getMessage() != null && at.getMessage().contains(FAULT)) {
                return "a page of symmetric memory can't be had: " + space(folder) + "; use less of the heap, or name"
                    + " a larger memory file system with --shm-dir";
            }
            depth++;
        }
        return null;
    }

    private static String space(Path folder) {
        long total = folder.toFile().getTotalSpace();
        return total == 0 ? "the job's files are gone" : folder.getParent() + " has "
            + ByteSize.format(folder.toFile().getUsableSpace()) + " of " + ByteSize.format(total) + " free";
    }
}
