// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.Living;
import io.shmem4j.shm.NodePart;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedJobTest {
    /** Time in which a waiting thread looks at the other members, twice a second. */
    private static final long LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(1100);

    @TempDir
    private Path parent;

    /** Another thread of the JVM closes the register after the waiting one has seen that its PE is open. */
    @Test
    void aThreadThatLooksWhileItsJvmLeavesDoesNotEndTheJobOfOthers() throws IOException {
        JobFiles files = JobFiles.create(parent, "left", 2, 1 << 20);
        ControlFile control = ControlFile.open(files, Arena.ofAuto());
        control.outlive();
        control.joined(1);
        Living living = Living.open(files);
        JoinedJob job = new JoinedJob(files, control, living, NodePart.whole("left", 2));
        job.claim(0);
        control.membership(1, ControlLayout.MEMBER);
        living.close();
        long start = System.nanoTime();
        while (System.nanoTime() - start < LOOKS_NANOS) {
            job.check(0, start + LOOKS_NANOS);
        }
        assertFalse(control.aborting());
    }
}
