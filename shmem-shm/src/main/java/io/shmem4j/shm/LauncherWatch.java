// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * Ends a PE whose launcher has died, however it died: the launcher holds a lock for as long as it lives, and a daemon
 * thread waits for a share in it.
 */
final class LauncherWatch {
    private static final int STATUS = 143;
    private static final long STACK_BYTES = 128 << 10;

    private LauncherWatch() {
    }

    static void start(JobFiles files) throws IOException {
        FileChannel channel = files.open(JobFiles.LOCK);
        Thread thread = new Thread(null, () -> watch(files, channel), "shmem-launcher-watch", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch(JobFiles files, FileChannel channel) {
        try {
            channel.lock(0, Long.MAX_VALUE, true);
        } catch (IOException e) {
            System.err.println("shmem4j: the launcher's lock can't be watched: " + e);
            return;
        }
        files.delete();
        Runtime.getRuntime().halt(STATUS);
    }
}
