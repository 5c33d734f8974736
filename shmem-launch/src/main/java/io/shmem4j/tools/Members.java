// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.shm.Proc;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.Living;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The PEs of a job that JVMs have joined, as a tool sees them. Whether one lives shows in its lock, which all
 * containers see. In another container its process has another number, which another process may have here, so a
 * process counts only if it has the job's memory mapped.
 */
public final class Members implements AutoCloseable {
    private final ControlFile control;
    private final Living living;
    private final Object memory;
    private final Map<Long, Boolean> known = new HashMap<>();

    public Members(JobFiles files, ControlFile control) throws IOException {
        this.control = control;
        this.memory = Files.getAttribute(files.file(JobFiles.HEAP), "unix:ino", LinkOption.NOFOLLOW_LINKS);
        this.living = Living.open(files);
    }

    /** {@return whether a PE takes part, and its JVM lives} */
    public boolean lives(int pe) {
        try {
            return control.membership(pe) == ControlLayout.MEMBER && living.isAlive(pe);
        } catch (IOException e) {
            return false;
        }
    }

    /** {@return whether nobody has been a PE yet} */
    boolean awaited(int pe) {
        return control.membership(pe) == ControlLayout.FREE;
    }

    /** {@return the number of a PE's process here, 0 where it is of another container or has ended} */
    public long pid(int pe) {
        long pid = control.pid(pe);
        return lives(pe) && known.computeIfAbsent(pid, number -> Proc.maps(number, memory, JobFiles.PREFIX)) ? pid : 0;
    }

    /** {@return the number of a process of the job here, 0 where all are of other containers} */
    long anyPid() {
        for (int pe = 0; pe < control.nPes(); pe++) {
            if (pid(pe) != 0) {
                return pid(pe);
            }
        }
        return 0;
    }

    @Override
    public void close() {
        living.close();
    }
}
