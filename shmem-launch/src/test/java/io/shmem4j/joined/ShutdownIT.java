// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.spi.WaitKind;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SIGTERM ends JVMs that wait for others to start, although their shutdown hooks need a lock of the waiting thread. */
class ShutdownIT {
    /** Longer than this test waits for the end of a process. */
    private static final String LATE = " limit 600000";

    private final Shells shells = new Shells();

    @AfterEach
    void end() {
        shells.close();
    }

    private static void terminate(Shells.Shell shell) throws IOException {
        Oshrun.signal(shell.pid(), "TERM");
        assertEquals(143, shell.await());
        List<String> said = shell.rest().lines().toList();
        assertTrue(said.getFirst().matches("job service: .* shutting down") && said.contains("stopped"),
            said::toString);
    }

    @Test
    void inInit() throws IOException {
        Shells.Shell first = shells.start(1).getFirst();
        first.say("guarded join service 0 2" + LATE);
        JoinIT.awaitMember(first, "service", 0);
        JoinIT.awaitWait(first, "service", 0, WaitKind.INIT);
        terminate(first);
        shells.expectNothing();
    }

    @Thorough
    @Test
    void inInitOfAFaultTolerantJob() throws IOException {
        Shells.Shell first = shells.start(1).getFirst();
        first.say("guarded join service 0 2" + LATE + " outliving deaths");
        JoinIT.awaitMember(first, "service", 0);
        JoinIT.awaitWait(first, "service", 0, WaitKind.RECOVER);
        terminate(first);
        shells.expectNothing();
    }

    @Test
    void inAnAllocation() throws IOException {
        List<Shells.Shell> two = shells.start(2);
        two.get(0).say("join service 0 2");
        two.get(1).does("join service 1 2", "PE 1 of 2");
        two.get(0).hears("PE 0 of 2");
        two.get(0).say("guarded allocate");
        JoinIT.awaitWait(two.get(0), "service", 0, WaitKind.ALLOCATE);
        terminate(two.get(0));
        two.get(1).does("await", "JobFailedException: job service: process " + two.get(0).pid()
            + " can't take part: its JVM is shutting down");
        shells.expectNothing();
    }

    /** The job of the name has lost one of its PEs, and does not end. */
    @Thorough
    @Test
    void whereTheNameIsTaken() throws IOException {
        List<Shells.Shell> three = shells.start(3);
        three.get(0).say("join service 0 2");
        three.get(1).does("join service 1 2", "PE 1 of 2");
        three.get(0).hears("PE 0 of 2");
        three.get(0).does("close", "close");
        three.get(2).say("guarded join service 0 2" + LATE);
        while (three.get(2).mappings("-service/control") == 0) {
            Thread.onSpinWait();
        }
        terminate(three.get(2));
        three.get(1).does("finish", "finish");
        shells.expectNothing();
    }

    /** Its bean cannot be made any more, and the library does not wait for anybody. */
    @Thorough
    @Test
    void noJobIsJoinedMeanwhile() throws IOException {
        Shells.Shell first = shells.start(1).getFirst();
        first.does("hook join service 0 2" + LATE, "hook");
        Oshrun.signal(first.pid(), "TERM");
        assertEquals(143, first.await());
        assertEquals("hook IllegalStateException: Shutdown in progress\n", first.rest());
        shells.expectNothing();
    }
}
