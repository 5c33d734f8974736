// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an agent can do while its head does not read. */
class InboxTest {
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void statesOnTheirWayDelayNoAbort(@TempDir Path parent) throws IOException, InterruptedException {
        ControlFile control = ControlFile.open(JobFiles.create(parent, "full", 2, 1 << 20), Arena.ofAuto());
        CountDownLatch writes = new CountDownLatch(1);
        Semaphore reads = new Semaphore(0);
        Inbox inbox = new Inbox(new Link(InputStream.nullInputStream(), new OutputStream() {
            @Override
            public void write(int one) {
                writes.countDown();
                reads.acquireUninterruptibly();
            }
        }), NodePart.whole("full", 2), "the head has gone");
        inbox.connect(control, null, null);
        Thread sender = new Thread(inbox::sendStates, "sends states");
        sender.setDaemon(true);
        sender.start();
        writes.await();
        assertNull(inbox.reason());
    }
}
