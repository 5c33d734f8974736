// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.ControlLives;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs of JVMs that outlive them: one goes, the others keep the memory, another one comes in its place. The property
 * {@code outlive.kills} says how often some of them are killed.
 */
class OutliveIT {
    private static final int KILLS = Integer.getInteger("outlive.kills", 4);
    private static final int PES = 4;
    /** A death is found within 1 s; machines that run tests have other things to do. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Shells shells = new Shells();

    @AfterEach
    void end() {
        shells.close();
    }

    private static Shells.Shell join(Shells.Shell shell, int pe, int count) {
        return shell.say("join svc " + pe + " " + count + " outliving yes");
    }

    private static void lockAndUnlock(Shells.Shell member) {
        member.does("lock", "lock false");
        member.does("unlock", "unlock");
    }

    private void recoverAndFinish(List<Shells.Shell> members) {
        Shells.all(members, "recover", "recover");
        shells.finish(members);
    }

    private List<Shells.Shell> begin(int count) {
        List<Shells.Shell> members = new ArrayList<>(shells.start(count));
        IntStream.range(0, count).forEach(pe -> join(members.get(pe), pe, count));
        IntStream.range(0, count).forEach(pe -> members.get(pe).hears("PE " + pe + " of " + count));
        return members;
    }

    /** Another JVM becomes a PE, and waits for nobody. */
    private void replace(List<Shells.Shell> members, int pe) {
        members.set(pe, shells.start(1).getFirst());
        join(members.get(pe), pe, members.size()).hears("PE " + pe + " of " + members.size());
    }

    private static void awaitDeath(Shells.Shell shell, int pe) {
        awaitAnswer(shell, "lives " + pe, "lives false");
    }

    private static void awaitAnswer(Shells.Shell shell, String command, String answer) {
        long start = System.nanoTime();
        while (!shell.say(command).line().equals("main " + answer)) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS);
        }
    }

    /** A death that has been recorded frees its place, as one has that no JVM has taken yet. */
    @Thorough
    @Test
    void oshstatTellsTheDeadFromThoseThatStart() {
        List<Shells.Shell> two = begin(2);
        two.get(0).does("listen", "listen");
        two.get(1).kill();
        assertEquals("hears of PE 1", two.get(0).line());
        try (Oshrun metrics = stat("--openmetrics"); Oshrun json = stat("--json")) {
            String text = metrics.awaitEnd().expect(0).out();
            for (String line : List.of("shmem4j_pe_state{shmem_job=\"svc\",pe=\"1\",shmem4j_pe_state=\"dead\"} 1",
                "shmem4j_pe_deaths_total{shmem_job=\"svc\",pe=\"1\"} 1",
                "shmem4j_pe_incarnation{shmem_job=\"svc\",pe=\"1\"} 2",
                "shmem4j_pe_incarnation{shmem_job=\"svc\",pe=\"0\"} 1",
                "shmem4j_job_missing_pes{shmem_job=\"svc\"} 1")) {
                assertTrue(text.contains(line + "\n"), text);
            }
            assertTrue(json.awaitEnd().expect(0).out().contains("\"state\": \"dead\""));
        }
        two.forEach(Shells.Shell::kill);
    }

    private Oshrun stat(String format) {
        return Oshrun.start(Oshrun.home().resolve("oshstat"), Oshrun.home(), Map.of("SHMEM_SHM_DIR",
            shells.shm().toString()), List.of(format, "--interval", "0.1"));
    }

    /** Neither has to wait, nor does any of the others. */
    @Thorough
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInstanceIsReplacedWhileTheOthersGoOn(boolean killed) {
        List<Shells.Shell> three = begin(3);
        Shells.all(three, "sum", "sum 10101");
        three.get(1).does("add 1 ff", "added to 0");
        if (killed) {
            three.get(1).kill();
            awaitDeath(three.get(0), 1);
            three.get(0).does("add 1 100", "added to ff");
            replace(three, 1);
        } else {
            three.get(1).does("close", "close");
            awaitDeath(three.get(0), 1);
            three.get(0).does("add 1 100", "added to ff");
            join(three.get(1), 1, 3).hears("PE 1 of 3");
        }
        three.get(1).does("life", "life 2, first false, value 1ff");
        three.get(2).does("lives 1", "lives true");
        Shells.all(three, "recover", "recover");
        Shells.all(three, "sum", "sum 20202");
        shells.finish(three);
    }

    @Test
    void thoseThatWaitHearOfADeath() {
        List<Shells.Shell> three = begin(3);
        three.get(0).say("barrier");
        three.get(2).say("finish");
        long dead = three.get(1).pid();
        three.get(1).kill();
        String died = ": PE 1 (process " + dead + ") has died: its JVM was killed, or ended without finish or close";
        String barrier = three.get(0).line();
        assertTrue(barrier.startsWith("main PeFailedException: PE 0, barrierAll called at ")
            && barrier.endsWith(", waits in barrierAll" + died), barrier);
        String finish = three.get(2).line();
        assertTrue(finish.startsWith("main PeFailedException: PE 2, finish called at ") && finish.endsWith(died),
            finish);
        three.get(0).say("awaitFrom 1");
        String word = three.get(0).line();
        assertTrue(word.startsWith("main PeFailedException: PE 0, until called at ") && word.endsWith(died), word);
        three.get(0).does("awaitFor 5", "there false");
        three.get(0).say("recover");
        three.get(2).say("recover");
        replace(three, 1);
        three.get(1).does("recover", "recover");
        three.get(0).hears("recover");
        three.get(2).hears("recover");
        Shells.all(three, "sum", "sum 10101");
        shells.finish(three);
    }

    /** The number of the incarnation, as far as a lock has bits for it, is that of the dead PE again. */
    @Thorough
    @Test
    void aLockForgetsADeadPeAfterManyIncarnations() {
        List<Shells.Shell> two = begin(2);
        two.get(0).does("lock", "lock false");
        two.get(1).say("lock");
        awaitAnswer(two.get(0), "queued 1", "queued true");
        two.get(1).kill();
        awaitDeath(two.get(0), 1);
        two.set(1, shells.start(1).getFirst());
        two.get(1).does("pass 1023", "pass");
        join(two.get(1), 1, 2).hears("PE 1 of 2");
        two.get(0).does("unlock", "unlock");
        lockAndUnlock(two.get(0));
        lockAndUnlock(two.get(1));
        recoverAndFinish(two);
    }

    @Thorough
    @Test
    void closeDoesNotWaitBehindRecover() throws IOException {
        List<Shells.Shell> two = begin(2);
        two.get(1).kill();
        awaitDeath(two.get(0), 1);
        two.get(0).sayIn("other", "recover");
        JoinIT.awaitWait(two.get(0), "svc", 0, WaitKind.RECOVER);
        two.get(0).say("close");
        assertEquals(Set.of("main close", "other IllegalStateException: PE 0 has left job svc; Shmem.join takes "
            + "part in the next one"), Set.of(two.get(0).line(), two.get(0).line()));
        shells.expectNothing();
    }

    /** The owner dies, and one that waits. */
    @Test
    void aLockGoesOnToThoseWhoLive() {
        List<Shells.Shell> three = begin(3);
        three.get(1).does("lock", "lock false");
        three.get(2).say("lock");
        three.get(0).say("lock");
        three.get(2).kill();
        three.get(1).kill();
        three.get(0).hears("lock true");
        replace(three, 1);
        replace(three, 2);
        three.get(1).say("lock");
        three.get(0).does("unlock", "unlock");
        three.get(1).hears("lock false");
        three.get(1).does("unlock", "unlock");
        lockAndUnlock(three.get(2));
        recoverAndFinish(three);
    }

    @Thorough
    @Test
    void aNewcomerThatDoesNotFitHarmsNobody() {
        List<Shells.Shell> two = begin(2);
        two.get(1).kill();
        Shells.Shell other = shells.start(1).getFirst();
        String why = "ShmemException: job svc: process " + other.pid() + " joins ";
        String is = "PE 0 (process " + two.get(0).pid() + ")";
        other.does("join svc 1 3 outliving yes", why + "a job of 3 PEs, but " + is + " one of 2");
        other.does("join svc 0 2 outliving yes", why + "as PE 0, which process " + two.get(0).pid() + " is already");
        other.does("join svc 1 2", why + "with no faultTolerant(), but " + is + " with faultTolerant()");
        shells.start(Map.of("SHMEM_PROFILE", "no.such.Class")).does("join svc 1 2 outliving yes",
            "IllegalArgumentException: SHMEM_PROFILE=no.such.Class is neither 1 nor a subclass of "
            + "io.shmem4j.spi.Interceptor with a public constructor");
        other.does("join large 0 1 heap 65m", "PE 0 of 1");
        other.does("finish", "finish");
        other.say("join svc 1 2 outliving yes");
        String line = other.line();
        assertTrue(line.startsWith("main ShmemException: this JVM has joined jobs with heaps of another size class, "
            + "and job svc has heaps of "), line);
        replace(two, 1);
        recoverAndFinish(two);
    }

    @Thorough
    @Test
    void withTheLastOneTheDataGo() {
        List<Shells.Shell> two = begin(2);
        Shells.all(two, "sum", "sum 101");
        two.forEach(Shells.Shell::kill);
        List<Shells.Shell> next = begin(2);
        Shells.all(next, "life", "life 1, first true, value 0");
        shells.finish(next);
    }

    /** Also after a death of all in the midst of a collective, and a second time. */
    @Thorough
    @Test
    void theNextJvmsTakeOverFromDeadOnes() {
        List<Shells.Shell> three = begin(3);
        three.get(1).does("add 1 ff", "added to 0");
        three.get(0).say("barrier");
        three.get(2).say("barrier");
        for (int life = 2; life <= 3; life++) {
            three.forEach(Shells.Shell::kill);
            for (int pe = 2; pe >= 0; pe--) {
                three.set(pe, shells.start(1).getFirst());
                three.get(pe).does("join svc " + pe + " 3 outliving yes takingOver yes", "PE " + pe + " of 3");
            }
            three.get(1).does("life", "life " + life + ", first false, value " + (life == 2 ? "ff" : "1ff"));
            Shells.all(three, "recover", "recover");
            Shells.all(three, "sum", "sum " + (life - 1) + "0" + (life - 1) + "0" + (life - 1));
            three.get(0).does("add 1 100", life == 2 ? "added to ff" : "added to 1ff");
        }
        shells.finish(three);
    }

    @Thorough
    @Test
    void theLogSaysWhatHasGoneWithTheLastOne() {
        begin(2).forEach(Shells.Shell::kill);
        Shells.Shell next = shells.start(1).getFirst();
        next.does("log print", "log");
        String line = join(next, 0, 2).line();
        assertTrue(line.matches("log job svc: all its JVMs have died; .*-svc is deleted, which held values "
            + "\\(24 bytes a PE\\), and the job begins empty"), line);
    }

    /** The PE that finds a death has recorded it when it logs it. */
    @Thorough
    @Test
    void aBlockedLogHoldsUpNobodyElse() {
        List<Shells.Shell> three = begin(3);
        three.get(0).does("log block", "log");
        three.get(0).say("barrier");
        long dead = three.get(2).pid();
        three.get(2).kill();
        assertEquals("log job svc: PE 2 (process " + dead + ") has died; another JVM may join in its place",
            three.get(0).line());
        shells.start(1).getFirst().does("join svc 2 3 outliving yes limit 20000", "PE 2 of 3");
        three.get(1).does("lives 2", "lives true");
    }

    /** Here the test changes the job as a process would that is stopped meanwhile. */
    @Test
    void whoeverChangesTheJobForLongHoldsUpNoWait() throws IOException {
        List<Shells.Shell> two = begin(2);
        try (FileChannel file = two.get(0).files("svc").open(JobFiles.LOCK); FileLock _ = file.lock(0, 1, false)) {
            two.get(1).kill();
            two.get(0).does("awaitFor 1500", "there false");
        }
        replace(two, 1);
        recoverAndFinish(two);
    }

    /** A PE that closes meanwhile has left: its JVM may join again, and others may take its place. */
    @Thorough
    @Test
    void whoeverChangesTheJobForLongHoldsUpNoClose() throws IOException {
        List<Shells.Shell> three = List.of(shells.startWith("-Dshmem4j.time.membership=100"),
            shells.start(1).getFirst(), shells.start(1).getFirst());
        List<Shells.Shell> two = new ArrayList<>(three.subList(0, 2));
        IntStream.range(0, 2).forEach(pe -> join(two.get(pe), pe, 2));
        IntStream.range(0, 2).forEach(pe -> two.get(pe).hears("PE " + pe + " of 2"));
        try (FileChannel file = two.get(0).files("svc").open(JobFiles.LOCK); FileLock _ = file.lock(0, 1, false)) {
            two.get(0).does("close", "close");
            two.get(1).does("lives 0", "lives false");
            two.get(0).say("join svc 0 2 outliving yes limit 100");
            assertTrue(two.get(0).line().endsWith("another process changes the job and does not come to an end"));
        }
        join(three.get(2), 0, 2).hears("PE 0 of 2");
        three.get(2).does("close", "close");
        join(two.get(0), 0, 2).hears("PE 0 of 2");
        two.get(0).does("life", "life 3, first false, value 0");
        recoverAndFinish(two);
    }

    /** As a backup or a monitor in the same JVM may do: that drops all locks that belong to the process. */
    @Thorough
    @Test
    void whoReadsTheLockFileKillsNobody() {
        List<Shells.Shell> two = begin(2);
        two.get(0).does("read " + two.get(0).files("svc").file(JobFiles.LOCK), "read 1");
        two.get(1).does("awaitFor 1500", "there false");
        two.get(1).does("lives 0", "lives true");
        Shells.Shell third = shells.start(1).getFirst();
        join(third, 0, 2).hears("ShmemException: job svc: the name is in use by a running job of 2 PEs: PE 0 (process "
            + two.get(0).pid() + "), PE 1 (process " + two.get(1).pid() + "); join when it has ended, or choose "
            + "another name");
        shells.finish(two);
    }

    /** Where locks of the process were dropped, two lives of a PE would store. */
    @Thorough
    @Test
    void aPeThatHasBeenReplacedFailsAtItsNextWait() throws IOException {
        List<Shells.Shell> two = begin(2);
        JobFiles files = two.get(0).files("svc");
        two.get(0).say("awaitFor 100000");
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.open(files, arena);
            control.recordDeath(0, ControlLives.DIED);
            control.membership(0, ControlLayout.FREE);
        }
        two.get(0).hears("JobFailedException: job svc: process " + two.get(0).pid() + " is PE 0 no more, because "
            + "something in it has dropped its lock on " + files.file(JobFiles.LOCK));
        two.get(0).does("close", "close");
        replace(two, 0);
        two.get(1).does("lives 0", "lives true");
        Shells.all(two, "recover", "recover");
        Shells.all(two, "sum", "sum 101");
        shells.finish(two);
    }

    @Thorough
    @Test
    void aListenerHearsOfEachDeathThoughItFails() throws IOException {
        List<Shells.Shell> two = begin(2);
        two.get(0).does("listen", "listen");
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.open(two.get(0).files("svc"), arena);
            for (int life = 1; life <= 3; life++) {
                control.lives().recordDeath(1, life, ControlLives.DIED, 1);
            }
        }
        for (int death = 1; death <= 3; death++) {
            assertEquals("hears of PE 1", two.get(0).line());
        }
    }

    /** Each quiet would call the system for threads that are no more. */
    @Thorough
    @Test
    void sleepersThatDieAreCountedNoMore() throws IOException {
        List<Shells.Shell> two = begin(2);
        JobFiles files = two.get(0).files("svc");
        two.get(1).say("await");
        long bell;
        try (Arena arena = Arena.ofConfined()) {
            bell = ControlFile.look(files, arena).stride() + SystemLayout.BELL + Cell.SLEEPERS;
        }
        long start = System.nanoTime();
        while (read(files, JobFiles.HEAP, bell) == 0) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS);
            Thread.onSpinWait();
        }
        two.get(1).kill();
        replace(two, 1);
        assertEquals(0, read(files, JobFiles.CONTROL, ControlLayout.VARIABLE_SLEEPERS));
        assertEquals(0, read(files, JobFiles.HEAP, bell));
        Shells.all(two, "recover", "recover");
        Shells.all(two, "finish", "finish");
    }

    private static int read(JobFiles files, String name, long at) throws IOException {
        ByteBuffer word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel file = files.openToRead(name)) {
            file.read(word, at);
        }
        return word.getInt(0);
    }

    /** The other one calls recover(), and waits for it in a barrier. */
    @Test
    void aNewcomerThatAllocatesWhileAnotherPeIsInABarrierIsRefusedAlone() {
        List<Shells.Shell> two = begin(2);
        two.get(1).kill();
        replace(two, 1);
        two.get(1).does("log print", "log");
        String why = "this incarnation of PE 1 allocates or frees more than earlier ones; ";
        String waits = two.get(1).say("allocate").line();
        assertTrue(waits.startsWith("log PE 1, allocateLongs called at ")
            && waits.endsWith(why + "it waits for the other PEs to call recover(), a minute at most"), waits);
        two.get(0).does("recover", "recover");
        two.get(0).say("barrier");
        String refused = two.get(1).line();
        assertTrue(refused.startsWith("main SymmetricMismatchException: PE 1, allocateLongs called at ")
            && refused.endsWith(why + "the other PEs wait for this one in a collective"), refused);
        two.get(1).does("barrier", "barrier");
        two.get(0).hears("barrier");
        Shells.all(two, "allocate", "allocate");
        shells.finish(two);
    }

    /** The other one serves, and does not meet it. */
    @Thorough
    @Test
    void aNewcomerThatAllocatesMoreIsRefusedAlone() {
        List<Shells.Shell> two = begin(2);
        two.get(1).kill();
        replace(two, 1);
        String refused = two.get(1).say("allocate").line();
        assertTrue(refused.startsWith("main SymmetricMismatchException: PE 1, allocateLongs called at ")
            && refused.endsWith(": this incarnation of PE 1 allocates or frees more than earlier ones, and the other "
            + "PEs have not called recover() within 60 s to do the same"), refused);
        two.get(0).does("add 0 ff", "added to 0");
        two.get(0).does("lives 1", "lives true");
        Shells.all(two, "recover", "recover");
        Shells.all(two, "allocate", "allocate");
        shells.finish(two);
    }

    /** One to three at a time, PE 0 too, in steps that the others repeat. */
    @Thorough
    @Test
    void deathsAtAnyMoment() {
        Random random = new Random(Long.getLong("outlive.seed", System.nanoTime()));
        List<Shells.Shell> members = begin(PES);
        for (int kill = 0; kill < KILLS; kill++) {
            members.forEach(member -> member.say("barrier").say("barrier").say("where"));
            List<Integer> victims = new ArrayList<>();
            for (int victim = 0; victim < 1 + kill % (PES - 1); victim++) {
                int pe = random.nextInt(PES);
                if (!victims.contains(pe)) {
                    victims.add(pe);
                    members.get(pe).kill();
                }
            }
            for (int pe = 0; pe < PES; pe++) {
                Shells.Shell member = members.get(pe);
                while (!victims.contains(pe) && !member.line().equals("main where")) {
                    assertTrue(member.isAlive());
                }
            }
            victims.forEach(pe -> replace(members, pe));
            Shells.all(members, "recover", "recover");
            Shells.all(members, "barrier", "barrier");
        }
        int alive = (int) members.stream().filter(Shells.Shell::isAlive).count();
        assertEquals(PES, alive);
        shells.finish(members);
    }
}
