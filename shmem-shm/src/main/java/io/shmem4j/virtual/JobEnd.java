// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.virtual;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The end of a job whose PEs are all in this process, as the launcher reads it from the control file. */
public final class JobEnd {
    private JobEnd() {
    }

    /** Exits with the job's status. */
    public static void exit(int status) {
        note(status);
        System.exit(status);
    }

    /** Flushes the streams and writes the job's status to the control file. */
    public static void note(int status) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.ended(0, status));
    }

    /**
     * Reports the PE that ends the job, and why.
     *
     * @param pe the PE, or -1 if none is to blame
     * @return the status
     */
    public static int report(int pe, int status, String reason) {
        System.out.flush();
        System.err.flush();
        inControl(control -> control.abort(pe, status, reason));
        return status;
    }

    private static void inControl(Consumer<ControlFile> action) {
        String folder = Setting.JOB_DIR.value();
        if (!folder.isEmpty()) {
            try (Arena arena = Arena.ofConfined()) {
                action.accept(ControlFile.open(new JobFiles(Path.of(folder)), arena));
            } catch (IOException e) {
                // The launcher has removed the job already, or sees this process exit with a status anyway.
                return;
            }
        }
    }
}
