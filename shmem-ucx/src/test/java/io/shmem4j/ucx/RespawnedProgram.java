// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.PeFailedException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Steps with a lock, a team and barriers, in which PEs are killed: the words say {@code STEPS}, then {@code PE@STEP}
 * for a PE that dies in its first life before a step. After {@code shrink}, PEs die one after the other, and the rest
 * goes on.
 */
public final class RespawnedProgram {
    private static final int STEP = 0;
    private static final int SUM = 1;
    private static final int LOCK = 2;
    private static final int INSIDE = 3;
    private static final int VISITS = 4;

    private final Shmem shmem;
    private final SymmetricLongs data;

    private RespawnedProgram(Shmem shmem) {
        this.shmem = shmem;
        this.data = whole(() -> shmem.allocateLongs(8)).named("data");
    }

    public static void main(String[] args) throws Exception {
        List<String> deaths = List.of(args).subList(1, args.length);
        try (Shmem shmem = Shmem.init()) {
            RespawnedProgram program = new RespawnedProgram(shmem);
            System.out.println(args[0].equals("shrink") ? program.shrink(deaths)
                : program.run(Long.parseLong(args[0]), deaths));
        }
    }

    private <T> T whole(Supplier<T> allocation) {
        while (true) {
            try {
                return allocation.get();
            } catch (PeFailedException e) {
                shmem.recover();
            }
        }
    }

    private static void killMe() throws Exception {
        new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
        Thread.currentThread().join();
    }

    private String run(long steps, List<String> deaths) throws Exception {
        boolean again = true;
        while (true) {
            try {
                if (again) {
                    shmem.recover();
                    agree();
                    again = false;
                }
                while (data.get(STEP) < steps) {
                    if (shmem.incarnation() == 1 && deaths.contains(shmem.myPe() + "@" + data.get(STEP))) {
                        killMe();
                    }
                    step();
                }
                String line = "PE " + shmem.myPe() + ": life " + shmem.incarnation() + ", sum " + data.get(SUM);
                shmem.finish();
                return line;
            } catch (PeFailedException e) {
                visit(e.pe());
                again = true;
            }
        }
    }

    /** A dead PE's memory is there as before. */
    private void visit(int fallen) {
        long before = shmem.g(data, VISITS, fallen);
        if (shmem.fetchAdd(data, VISITS, 1, fallen) < before || shmem.g(data, VISITS, fallen) <= before) {
            throw new IllegalStateException("the memory of PE " + fallen + " has changed");
        }
    }

    /** PEs may be one step apart, and go on with the earlier one. */
    private void agree() {
        long first = Long.MAX_VALUE;
        // The first access to another node connects to it, also in an interrupted thread.
        Thread.currentThread().interrupt();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            first = Math.min(first, shmem.g(data, STEP, pe));
        }
        if (!Thread.interrupted()) {
            throw new IllegalStateException("the interrupt is lost");
        }
        shmem.barrierAll();
        data.set(STEP, first);
        shmem.barrierAll();
    }

    private void step() {
        long step = data.get(STEP);
        ShmemLock lock = data.lock(LOCK);
        lock.lock();
        long inside = shmem.g(data, INSIDE, 0);
        if (inside != 0 && !lock.ownerDied()) {
            throw new IllegalStateException("PE " + (inside - 1) + " has the lock, too");
        }
        shmem.p(data, INSIDE, shmem.myPe() + 1, 0);
        shmem.p(data, INSIDE, 0, 0);
        lock.unlock();
        Team team = shmem.world().splitStrided(0, 1, shmem.nPes());
        team.sync();
        data.set(SUM, shmem.world().sumReduce(step));
        team.free();
        data.set(STEP, step + 1);
        shmem.barrierAll();
    }

    /** {@return sums of those who are left, each behind a death} */
    private String shrink(List<String> deaths) throws Exception {
        StringBuilder line = new StringBuilder("PE " + shmem.myPe() + ":");
        Team team = shmem.world();
        for (int round = 0; ; round++) {
            Team part = team.splitStrided(team.nPes() - 1, -1, team.nPes());
            line.append(' ').append(part.sumReduce(shmem.myPe())).append(" at ").append(part.myPe());
            part.sync();
            if (round == deaths.size()) {
                return line.toString();
            }
            if (shmem.myPe() == Integer.parseInt(deaths.get(round))) {
                killMe();
            }
            try {
                part.sync();
            } catch (PeFailedException e) {
                visit(e.pe());
                team = shmem.survivors();
            }
        }
    }
}
