// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static io.shmem4j.mpi.MpiCases.equal;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.explore.Explore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small programs by many schedules: {@code -Dexplore.schedules=} says how many of each, few in a build. */
class ExploredTest {
    private static final int SCHEDULES = Integer.getInteger("explore.schedules", 40);
    private static final int LONG = 70_000;
    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final Map<String, Runnable> PROGRAMS = new LinkedHashMap<>();

    static {
        PROGRAMS.put("messages to the next", ExploredTest::next);
        PROGRAMS.put("wildcards", ExploredTest::wildcards);
        PROGRAMS.put("a message that waits for its receive", ExploredTest::synchronous);
        PROGRAMS.put("cancelled sends", ExploredTest::cancelled);
        PROGRAMS.put("reductions", ExploredTest::reductions);
    }

    private static Stream<String> programs() {
        return PROGRAMS.keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void isRightInEverySchedule(String name) {
        Explore explore = Explore.standard().bounds(SCHEDULES, 3600, 100_000);
        IntStream.rangeClosed(2, 3).forEach(pes -> {
            Explore.Tried tried = explore.explore(pes, () -> {
                MPI.Init(new String[0]);
                PROGRAMS.get(name).run();
                MPI.Finalize();
            });
            assertTrue(tried.complete() || tried.schedules() == SCHEDULES, tried::toString);
        });
    }

    private static void next() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int[] in = {0};
        Request send = WORLD.Isend(new int[] {me}, 0, 1, MPI.INT, (me + 1) % n, 3);
        WORLD.Recv(in, 0, 1, MPI.INT, (me + n - 1) % n, 3);
        send.Wait();
        equal((me + n - 1) % n, in[0], "message");
    }

    private static void wildcards() {
        if (WORLD.Rank() > 0) {
            WORLD.Send(new int[] {1}, 0, 1, MPI.INT, 0, 1);
            WORLD.Send(new int[] {2}, 0, 1, MPI.INT, 0, 2);
            return;
        }
        int[] seen = new int[WORLD.Size()];
        int[] in = {0};
        for (int i = 1; i < WORLD.Size(); i++) {
            for (int k = 0; k < 2; k++) {
                Status status = WORLD.Recv(in, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                equal(++seen[status.source], in[0], "message");
                equal(in[0], status.tag, "tag");
            }
        }
    }

    private static void synchronous() {
        int me = WORLD.Rank();
        if (me == 0) {
            WORLD.Ssend(new int[] {5}, 0, 1, MPI.INT, 1, 1);
            WORLD.Send(new byte[LONG], 0, LONG, MPI.BYTE, 1, 2);
        } else if (me == 1) {
            byte[] in = new byte[LONG];
            in[LONG - 1] = 1;
            int[] one = {0};
            Request first = WORLD.Irecv(one, 0, 1, MPI.INT, 0, 1);
            WORLD.Recv(in, 0, LONG, MPI.BYTE, 0, 2);
            equal((byte) 0, in[LONG - 1], "last byte");
            first.Wait();
            equal(5, one[0], "message");
        }
    }

    private static void cancelled() {
        int me = WORLD.Rank();
        if (me == 0) {
            Request send = WORLD.Issend(new int[] {1}, 0, 1, MPI.INT, 1, 1);
            send.Cancel();
            boolean gone = send.Wait().Test_cancelled();
            WORLD.Send(new int[] {gone ? 0 : 1}, 0, 1, MPI.INT, 1, 2);
        } else if (me == 1) {
            int[] in = {0};
            Request receive = WORLD.Irecv(in, 0, 1, MPI.INT, 0, 1);
            int[] sent = {0};
            WORLD.Recv(sent, 0, 1, MPI.INT, 0, 2);
            receive.Cancel();
            equal(sent[0] == 1, !receive.Wait().Test_cancelled(), "arrival of the send");
        }
    }

    private static void reductions() {
        int n = WORLD.Size();
        int[] sum = {0};
        WORLD.Allreduce(new int[] {WORLD.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        equal(n * (n - 1) / 2, sum[0], "sum");
        WORLD.Barrier();
        WORLD.Bcast(sum, 0, 1, MPI.INT, n - 1);
    }
}
