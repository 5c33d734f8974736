// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.error.SymmetricMismatchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Steps with barriers, a loop of the program's own, allocations and a team, in which PEs are killed: the words say
 * {@code STEPS}, then {@code PE@STEP} for a PE that dies in its first life before a step, before its first allocation
 * ({@code start}) or when a death has cut that ({@code recovery}), and {@code PE!STEP} for one that throws. Each PE
 * prints its lives and what its data have become. PE 0 begins the last step when the file of {@code until=FILE} is
 * there. After {@code shrink}, PEs that die one after the other, and the rest
 * goes on.
 */
public final class RespawnProgram {
    private static final int STEP = 0;
    private static final int SUM = 1;
    private static final int ENTERED = 2;
    private static final int LOCK = 3;
    private static final int INSIDE = 4;
    private static final String UNTIL = "until=";

    private final Shmem shmem;
    private final SymmetricLongs data;
    private final SymmetricLongs late;
    private final List<String> deaths;
    private boolean hasToAgree;

    private RespawnProgram(Shmem shmem, List<String> deaths) {
        this.shmem = shmem;
        this.deaths = deaths;
        this.data = whole(() -> shmem.allocateLongs(8)).named("data");
        this.late = whole(() -> shmem.allocateLongs(4)).named("late");
        SymmetricLongs brief = whole(() -> shmem.allocateLongs(100));
        whole(() -> {
            brief.free();
            return brief;
        });
    }

    /** {@return what an allocation gives, which is made again where a death has cut it} */
    private <T> T whole(Supplier<T> allocation) {
        while (true) {
            try {
                dieAt("start");
                return allocation.get();
            } catch (PeFailedException e) {
                shmem.recover();
                dieAt("recovery");
                hasToAgree = true;
            }
        }
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            if (args[0].equals("recover")) {
                shmem.recover();
            }
            if (args[0].equals("differ")) {
                System.out.println(differ(shmem));
                return;
            }
            if (args[0].equals("shrink")) {
                System.out.println(shrink(shmem, List.of(args).subList(1, args.length)));
                return;
            }
            RespawnProgram program = new RespawnProgram(shmem, List.of(args).subList(1, args.length));
            System.out.println(program.run(Long.parseLong(args[0])));
        }
    }

    private static String differ(Shmem shmem) {
        try {
            return shmem.allocateLongs(1 + shmem.myPe()).name();
        } catch (SymmetricMismatchException e) {
            return "goes on";
        }
    }

    /** {@return sums of those who are left, each behind a death, and what has been heard of these} */
    private static String shrink(Shmem shmem, List<String> deaths) {
        Queue<Integer> heard = new ConcurrentLinkedQueue<>();
        shmem.onDeath(death -> {
            heard.add(death.pe());
            throw new IllegalStateException("a listener that fails");
        });
        SymmetricLongs done = shmem.allocateLongs(1);
        StringBuilder line = new StringBuilder("PE " + shmem.myPe() + ":");
        Team team = shmem.world();
        for (int round = 0; ; round++) {
            Team part = team.splitStrided(team.nPes() - 1, -1, team.nPes());
            line.append(' ').append(part.sumReduce(shmem.myPe())).append(" at ").append(part.myPe());
            if (round == deaths.size()) {
                break;
            }
            int victim = Integer.parseInt(deaths.get(round));
            shmem.inc(done, 0, victim);
            if (shmem.myPe() == victim) {
                done.waitUntil(0, Cmp.EQ, team.nPes());
                killMe();
            }
            try {
                part.sync();
            } catch (PeFailedException e) {
                team = shmem.survivors(Duration.ofMinutes(2));
            }
        }
        while (heard.size() < deaths.size()) {
            Thread.onSpinWait();
        }
        return line.append(", heard ").append(heard).toString();
    }

    private void dieAt(String place) {
        if (shmem.incarnation() == 1 && deaths.contains(shmem.myPe() + "@" + place)) {
            killMe();
        }
        if (shmem.incarnation() == 1 && deaths.contains(shmem.myPe() + "!" + place)) {
            throw new IllegalStateException("PE " + shmem.myPe() + " fails");
        }
    }

    static void killMe() {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
            Thread.currentThread().join();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String run(long steps) {
        boolean again = !shmem.isFirstIncarnation();
        while (true) {
            try {
                if (again) {
                    shmem.recover();
                    hasToAgree = true;
                    again = false;
                }
                if (hasToAgree) {
                    agree();
                    hasToAgree = false;
                }
                while (data.get(STEP) < steps) {
                    if (data.get(STEP) == steps - 1 && shmem.myPe() == 0) {
                        awaitFile();
                    }
                    step();
                }
                String result = result();
                shmem.finish();
                return result;
            } catch (PeFailedException e) {
                again = true;
            }
        }
    }

    private void awaitFile() {
        for (String word : deaths) {
            while (word.startsWith(UNTIL) && Files.notExists(Path.of(word.substring(UNTIL.length())))) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private String result() {
        List<Integer> fallen = new ArrayList<>();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            if (!shmem.isAlive(pe)) {
                fallen.add(pe);
            }
        }
        return "PE " + shmem.myPe() + ": life " + shmem.incarnation() + ", sum " + data.get(SUM) + ", late "
            + late.get(1) + (fallen.isEmpty() ? ", fallen []" : "");
    }

    /** PEs may be one step apart, and go on with the earlier one. */
    private void agree() {
        long first = Long.MAX_VALUE;
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            first = Math.min(first, shmem.g(data, STEP, pe));
        }
        shmem.barrierAll();
        data.set(STEP, first);
        shmem.barrierAll();
    }

    /** Nobody else is in here, and nobody has died in here unless that is told. */
    private void exclude() {
        ShmemLock lock = data.lock(LOCK);
        while (!locked(lock)) {
            Thread.onSpinWait();
        }
        long inside = shmem.g(data, INSIDE, 0);
        if (inside != 0 && !data.lock(LOCK).ownerDied()) {
            throw new IllegalStateException("PE " + (inside - 1) + " has the lock, too");
        }
        shmem.p(data, INSIDE, shmem.myPe() + 1, 0);
        if (shmem.g(data, INSIDE, 0) != shmem.myPe() + 1) {
            throw new IllegalStateException("PE " + (shmem.g(data, INSIDE, 0) - 1) + " has come, too");
        }
        shmem.p(data, INSIDE, 0, 0);
        lock.unlock();
    }

    private static boolean locked(ShmemLock lock) {
        try {
            return lock.tryLock(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void step() {
        long step = data.get(STEP);
        dieAt(Long.toString(step));
        // The next PE may die before it comes.
        data.set(ENTERED, step + 1);
        for (int round = 0; shmem.atomicFetch(data, ENTERED, (shmem.myPe() + 1) % shmem.nPes()) <= step; round++) {
            shmem.pause(round);
        }
        if (step % 4 == 0) {
            exclude();
        }
        Team team = shmem.world().splitStrided(0, 1, shmem.nPes());
        team.sync();
        data.set(SUM, shmem.world().sumReduce(step));
        late.set(1, late.get(1) | 1L << step);
        team.free();
        data.set(STEP, step + 1);
        shmem.barrierAll();
    }
}
