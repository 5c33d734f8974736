// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.ProbeTimer;
import io.shmem4j.bench.measure.WrongResultException;

/**
 * A collective of all PEs, followed by a sync. Without the sync, calls of the loop would overlap, and the time would be
 * that of the first PE to leave. The probe measures both together, or only the collective if each PE times its own
 * calls; then PEs may use the operands between calls.
 */
final class CollectiveProbe extends Probe {
    enum Form {
        BROADCAST,
        /** All members' data to all members, with lengths that they exchange. */
        COLLECT,
        FCOLLECT,
        ALLTOALL,
        REDUCE,
        REDUCE_IN_PLACE,
        /** Inclusive prefix sums. */
        SCAN
    }

    private static final int INTS_OF_A_LINE = 16;

    private final Shmem shmem;
    private final Team team;
    private final Form operation;
    private final SymmetricInts source;
    private final SymmetricInts dest;
    private final int count;
    private final boolean timed;
    private final Operands operands;
    private long inside;
    /** Depends on all loads, so that the compiler can't eliminate any. */
    private int seen;

    CollectiveProbe(Shmem shmem, Team team, Form operation, Sides sides, Operands operands, SymmetricInts source,
        SymmetricInts dest, long size) {
        super(operation.name(), size, sides);
        this.shmem = shmem;
        this.team = team;
        this.operation = operation;
        this.dest = dest;
        this.count = (int) (size / Integer.BYTES);
        this.source = source.slice(0, sent());
        this.timed = sides == Sides.INSIDE;
        this.operands = operands;
    }

    /** Uses the operands of the previous call if required, and {@return the start time of the call} */
    private long begin(int turn) {
        if (operands == Operands.USED && turn > 0) {
            use(turn);
        }
        return clock();
    }

    private long clock() {
        return timed ? ProbeTimer.now(shmem) : 0;
    }

    /** Reads the last result and writes the next source, as programs do between calls. */
    private void use(int turn) {
        SymmetricInts brought = operation == Form.REDUCE_IN_PLACE ? source : dest;
        int received = switch (operation) {
            case COLLECT, FCOLLECT, ALLTOALL -> count * team.nPes();
            default -> count;
        };
        for (int i = 0; i < received; i += INTS_OF_A_LINE) {
            seen += brought.get(i);
        }
        source.fill(turn);
        team.sync();
    }

    private int sent() {
        return operation == Form.ALLTOALL ? count * team.nPes() : count;
    }

    @Override
    public long inside() {
        return inside;
    }

    @Override
    public void loop(int turns) {
        inside = 0;
        switch (operation) {
            case BROADCAST -> repeat(turns, () -> team.broadcast(dest, source, count, 0));
            case COLLECT -> repeat(turns, () -> team.collect(dest, source, count));
            case FCOLLECT -> repeat(turns, () -> team.fcollect(dest, source, count));
            case ALLTOALL -> repeat(turns, () -> team.alltoall(dest, source, count));
            case REDUCE -> repeat(turns, () -> team.sumReduce(dest, source, count));
            case REDUCE_IN_PLACE -> repeat(turns, () -> team.sumReduce(source, source, count));
            case SCAN -> repeat(turns, () -> team.sumInscan(dest, source, count));
        }
    }

    private void repeat(int turns, Runnable call) {
        for (int i = 0; i < turns; i++) {
            long start = begin(i);
            call.run();
            inside += clock() - start;
            team.sync();
        }
    }

    /** Checks the result of an additional call, because in-place sums of the loops have grown with every turn. */
    @Override
    public void check() {
        int me = team.myPe();
        int n = team.nPes();
        int sent = sent();
        for (int i = 0; i < sent; i++) {
            source.set(i, number(me, i));
        }
        dest.fill(-1);
        team.sync();
        loop(1);
        switch (operation) {
            case BROADCAST -> expect(0, 0, 0);
            case COLLECT, FCOLLECT, ALLTOALL -> {
                for (int pe = 0; pe < n; pe++) {
                    expect(pe * count, pe, operation == Form.ALLTOALL ? me * count : 0);
                }
            }
            case REDUCE -> expectSum(dest, n);
            case REDUCE_IN_PLACE -> expectSum(source, n);
            case SCAN -> expectSum(dest, me + 1);
        }
    }

    private static int number(int pe, int i) {
        return pe * 1_000_003 + i * 7 + 1;
    }

    private void expect(int at, int pe, int from) {
        String what = what();
        for (int i = 0; i < count; i++) {
            WrongResultException.check(what, at + i, dest.get(at + i), number(pe, from + i));
        }
    }

    private void expectSum(SymmetricInts actual, int members) {
        String what = what();
        for (int i = 0; i < count; i++) {
            int sum = 0;
            for (int pe = 0; pe < members; pe++) {
                sum += number(pe, i);
            }
            WrongResultException.check(what, i, actual.get(i), sum);
        }
    }

    private String what() {
        return operation + " of " + count + " ints on " + team + ", PE " + shmem.myPe();
    }

    /** Use of a collective's operands between calls. */
    enum Operands {
        /** None: unmodified data remain in all caches that have read them. */
        KEPT,
        /** Each PE reads its dest and writes its source, so that cache lines are in the state that programs leave. */
        USED
    }
}
