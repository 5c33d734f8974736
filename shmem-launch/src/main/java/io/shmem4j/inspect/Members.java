// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

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
 * Members of a job that JVMs join. A member is alive while it holds its lock, which all containers see. Process ids
 * differ between containers, so an id counts only if that process has the job's memory mapped.
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

    /** {@return whether the PE takes part and its JVM is alive} */
    public boolean isAlive(int pe) {
        try {
            return control.membership(pe) == ControlLayout.MEMBER && living.isAlive(pe);
        } catch (IOException e) {
            return false;
        }
    }

    /** {@return whether a PE waits for a JVM, its first or the next one} */
    boolean isMissing(int pe) {
        return control.membership(pe) == ControlLayout.FREE;
    }

    /** {@return the state of a PE without a living JVM} */
    String absence(int pe) {
        return control.membership(pe) == ControlLayout.LEFT ? "ended"
            : isMissing(pe) && control.lives().life(pe) == 0 ? "starting" : "dead";
    }

    /** {@return the PE's process id here; 0 if it ended or runs in another container} */
    public long pid(int pe) {
        long pid = control.pid(pe);
        boolean here = isAlive(pe) && known.computeIfAbsent(pid, id -> Proc.maps(id, memory, JobFiles.PREFIX));
        return here ? pid : 0;
    }

    /** {@return the id of any of the job's processes here, or 0} */
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
