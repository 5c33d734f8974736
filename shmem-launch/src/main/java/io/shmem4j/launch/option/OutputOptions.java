// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import io.shmem4j.launch.LaunchException;
import java.nio.file.Path;

/** The options about the PEs' output and input. */
public final class OutputOptions {
    public boolean tag;
    public boolean timestamp;

    public String fileName;

    public boolean tee;
    public String from;
    public boolean merge;
    public String stdin = "0";

    /** {@return how the names of the files for output begin, or null where there are none} */
    public Path file() {
        if (fileName == null) {
            return null;
        }
        String last = fileName.substring(fileName.lastIndexOf('/') + 1);
        if (last.isEmpty() || last.equals(".") || last.equals("..")) {
            throw LaunchException.usage("--output-filename '" + fileName
                + "': it has to end with the beginning of a file name, as in logs/run");
        }
        return Path.of(fileName);
    }

    /**
     * {@return whether it is one of these options}, which is noted then
     *
     * @param option which was given
     * @param value  behind it, null for a flag
     * @throws IllegalArgumentException if the value is none for it
     */
    boolean set(LauncherOption option, String value) {
        switch (option) {
            case TAG_OUTPUT -> tag = true;
            case TIMESTAMP_OUTPUT -> timestamp = true;
            case OUTPUT_FILENAME -> fileName = value;
            case TEE -> tee = true;
            case OUTPUT_FROM -> from = value;
            case MERGE_STDERR_TO_STDOUT -> merge = true;
            case STDIN -> stdin = value;
            default -> {
                return false;
            }
        }
        return true;
    }
}
