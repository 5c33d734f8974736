// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;

/** The options about what stays of a job. */
public final class SnapshotOptions {
    public Path checkpoint;
    public Integer interval;
    public Path restart;
    public Integer maxRestarts;
    public boolean keepFiles;

    /**
     * {@return whether it is one of these options}, which is noted then
     *
     * @param option which was given
     * @param value  behind it, null for a flag
     * @throws IllegalArgumentException if the value is none for it
     */
    boolean set(LauncherOption option, String value) {
        switch (option) {
            case CHECKPOINT -> checkpoint = Path.of(value);
            case CHECKPOINT_INTERVAL -> interval = Options.whole(value);
            case RESTART -> restart = Path.of(value);
            case MAX_RESTARTS -> maxRestarts = Options.whole(value);
            case KEEP_FILES -> keepFiles = true;
            default -> {
                return false;
            }
        }
        return true;
    }
}
