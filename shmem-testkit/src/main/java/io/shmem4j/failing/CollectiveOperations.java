// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.failing.Operation.Part;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.nonblocking.Pending;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Operations that all PEs of a team call together. */
public final class CollectiveOperations implements Supplier<List<Operation>> {
    private static final int PES = 3;
    private static final int SETS = 3;
    private static final String EXCHANGES = "TeamExchanges";
    private static final String REDUCTIONS = "TeamReductions";
    private static final String ALLOCATION = "Allocation";
    private static final String LATER = "NonBlockingTeam";

    @Override
    public List<Operation> get() {
        return Stream.of(meetings(), exchanges(), reductions(), splits(), allocations(), later())
            .flatMap(rows -> rows.map(Row::operation)).toList();
    }

    private static Stream<Row> meetings() {
        return Stream.of(row("barrierAll", "Shmem", on -> on.shmem.barrierAll()),
            row("syncAll", "Shmem", on -> on.shmem.syncAll()),
            row("sync", "Team", on -> on.team.sync()),
            row("checkpoint", "Shmem", on -> on.shmem.checkpoint()));
    }

    private static Stream<Row> exchanges() {
        return Stream.of(
            row("broadcast", EXCHANGES, on -> on.team.broadcast(on.dest, on.source, 2, 1))
                .gives(on -> on.dest.get(1), on -> on.base + 1),
            row("broadcast a value", EXCHANGES, on -> on.value = on.team.broadcast(on.source.get(0), 1))
                .gives(on -> on.value, on -> on.base + 1),
            row("fcollect", EXCHANGES, on -> on.team.fcollect(on.dest, on.source, 1))
                .gives(on -> on.dest.get(2), on -> on.base + 2),
            row("collect", EXCHANGES, on -> on.team.collect(on.dest, on.source, 1))
                .gives(on -> on.dest.get(2), on -> on.base + 2),
            row("collectv", EXCHANGES, on -> on.value = Arrays.stream(on.team.collectv(on.dest, on.source, 2)).sum())
                .gives(on -> on.dest.get(3) - on.value, on -> on.base + 1 - 2 * PES),
            row("alltoall", EXCHANGES, on -> on.team.alltoall(on.dest, on.source, 1))
                .gives(on -> on.dest.get(0) + on.dest.get(2), on -> 2 * on.base + 2),
            row("alltoalls", EXCHANGES, on -> on.team.alltoalls(on.dest, on.source, 1, 1, 1))
                .gives(on -> on.dest.get(0) + on.dest.get(2), on -> 2 * on.base + 2),
            row("alltoallv", EXCHANGES, on -> on.team.alltoallv(on.dest, on.source, new long[] {1, 1, 1}))
                .gives(on -> on.dest.get(0) + on.dest.get(2), on -> 2 * on.base + 2),
            row("gather", EXCHANGES, on -> on.team.gather(on.dest, on.source, 1, 0))
                .gives(on -> on.shmem.g(on.dest, 2, 0), on -> on.base + 2),
            row("scatter", EXCHANGES, on -> on.team.scatter(on.dest, on.source, 1, 1))
                .gives(on -> on.dest.get(0), on -> on.base + 1));
    }

    private static Stream<Row> reductions() {
        return Stream.of(
            row("sumReduce", REDUCTIONS, on -> on.team.sumReduce(on.dest, on.source, 2))
                .gives(on -> on.dest.get(1), on -> 3 * on.base + 3),
            row("sumReduce of many", REDUCTIONS, on -> on.team.sumReduce(on.manyDest, on.many, on.many.length()))
                .gives(on -> on.manyDest.get(on.many.length() - 1), on -> 3 * on.base + 3),
            row("sumReduce of a value", REDUCTIONS, on -> on.value = on.team.sumReduce(on.source.get(0)))
                .gives(on -> on.value, on -> 3 * on.base + 3),
            row("sumInscan", REDUCTIONS, on -> on.team.sumInscan(on.dest, on.source, 2))
                .gives(on -> on.dest.get(1), on -> (on.me + 1) * on.base + on.me * (on.me + 1) / 2),
            row("sumExscan", REDUCTIONS, on -> on.team.sumExscan(on.dest, on.source, 2))
                .gives(on -> on.dest.get(1), on -> on.me * on.base + on.me * (on.me - 1) / 2));
    }

    @SuppressWarnings("deprecation") // Programs that predate teams use active sets.
    private static Stream<Row> splits() {
        return Stream.of(split("splitStrided", on -> on.made = on.team.splitStrided(0, 1, PES)),
            split("split", on -> on.made = on.team.split(0, 0)),
            row("split2d", "Team", on -> on.grid = on.team.split2d(PES))
                .gives(on -> on.grid.row().sumReduce(1), on -> PES).after(on -> {
                    on.grid.row().free();
                    on.grid.column().free();
                }),
            split("of", on -> on.made = on.team.of(2, 1, 0)),
            row("free a team", "Team", on -> {
                if (on.made.isMember()) {
                    on.made.free();
                }
            }, "free").before(Caller::splitAgain),
            row("createContext", "Team", on -> {
                try (Context context = on.team.createContext()) {
                    context.p(on.dest, 0, on.base, on.me);
                }
            }).gives(on -> on.dest.get(0), on -> on.base),
            row("close a context", "Context", on -> on.context.close(), "close")
                .before(on -> on.context = on.team.createContext()),
            // A set makes its team in its first call, so each round has another set.
            row("activeSet", "Shmem", on -> on.made = on.set == 1 && on.me == 2 || on.set == 2 && on.me == 1 ? null
                : on.shmem.activeSet(0, on.set == 2 ? 1 : 0, on.set == SETS ? 3 : 2, on.setSync))
                .before(on -> on.set++).gives(on -> on.made == null ? 0 : on.made.sumReduce(1) + on.setSync.get(0),
                    on -> on.made == null ? 0 : on.set == SETS ? 3 : 2));
    }

    private static Row split(String name, Consumer<Caller> call) {
        return row(name, "Team", call).gives(on -> on.made.sumReduce(1), on -> PES).after(on -> on.made.free());
    }

    private static Stream<Row> allocations() {
        return Stream.of(
            row("allocateLongs", ALLOCATION, on -> on.array = on.shmem.allocateLongs(4))
                .gives(on -> on.array.get(3), on -> 0).after(Caller::fillAndFree),
            row("allocateLock", ALLOCATION, on -> on.array = on.shmem.allocateLock().word()).after(Caller::fillAndFree),
            row("allocateSignal", ALLOCATION, on -> on.array = on.shmem.allocateSignal().word())
                .after(Caller::fillAndFree),
            row("allocateSignals", ALLOCATION, on -> on.array = on.shmem.allocateSignals(2).words())
                .after(Caller::fillAndFree),
            row("free", "Symmetric", on -> {
                if (on.shmem.addrAccessible(on.array, 0)) {
                    on.array.free();
                }
            }).before(Caller::allocateAgain)
                .after(Caller::allocateAndFree),
            row("close", "Symmetric", on -> on.array.close()).before(Caller::allocateAgain)
                .after(Caller::allocateAndFree),
            row("reallocate", ALLOCATION, on -> on.array = on.shmem.addrAccessible(on.array, 0)
                ? on.shmem.reallocate(on.array, 8) : on.shmem.allocateLongs(8))
                .before(on -> {
                    on.array = on.shmem.allocateLongs(2);
                    on.array.set(1, 5);
                }).gives(on -> on.array.get(1), on -> 5).after(Caller::fillAndFree));
    }

    private static Stream<Row> later() {
        return Stream.of(later("barrier later", LATER, on -> on.later.barrier()),
            later("broadcast later", LATER, on -> on.later.broadcast(on.dest, on.source, 2, 1))
                .gives(on -> on.dest.get(1), on -> on.base + 1),
            later("fcollect later", LATER, on -> on.later.fcollect(on.dest, on.source, 1))
                .gives(on -> on.dest.get(2), on -> on.base + 2),
            later("alltoall later", LATER, on -> on.later.alltoall(on.dest, on.source, 1))
                .gives(on -> on.dest.get(0) + on.dest.get(2), on -> 2 * on.base + 2),
            later("sumReduce later", "NonBlockingReductions", on -> on.later.sumReduce(on.dest, on.source, 2))
                .gives(on -> on.dest.get(1), on -> 3 * on.base + 3),
            row("allocate for later", "NonBlocking", on -> on.maker = NonBlocking.allocate(on.shmem))
                .after(on -> on.maker.free()),
            row("on a team later", "NonBlocking", on -> on.of = on.maker.on(on.team, 2))
                .before(on -> on.maker = NonBlocking.allocate(on.shmem)).after(on -> {
                    on.of.free();
                    on.maker.free();
                }));
    }

    /** {@return a row of a collective that a call after an error completes if it has been started} */
    private static Row later(String name, String type, Function<Caller, Pending> start) {
        return row(name, type, on -> {
            if (on.pending == null) {
                on.pending = start.apply(on);
            }
            on.pending.await();
            on.pending = null;
        });
    }

    /** {@return a row} The names of the methods are that of the row where they are not given. */
    private static Row row(String name, String type, Consumer<Caller> call, String... methods) {
        return new Row(name, Stream.of(methods.length == 0 ? new String[] {name.split(" ")[0]} : methods).map(method ->
            type + "." + method).toList(), call, on -> 0, on -> 0, on -> { }, on -> { });
    }

    private record Row(String name, List<String> methods, Consumer<Caller> call, ToLongFunction<Caller> got,
        ToLongFunction<Caller> wanted, Consumer<Caller> first, Consumer<Caller> last) {
        Row before(Consumer<Caller> newFirst) {
            return new Row(name, methods, call, got, wanted, newFirst, last);
        }

        Row gives(ToLongFunction<Caller> newGot, ToLongFunction<Caller> newWanted) {
            return new Row(name, methods, call, newGot, newWanted, first, last);
        }

        Row after(Consumer<Caller> newLast) {
            return new Row(name, methods, call, got, wanted, first, newLast);
        }

        Operation operation() {
            return new Operation(name, PES, Operation.Kind.COLLECTIVE, methods, shmem -> new Caller(shmem, this));
        }
    }

    private static final class Caller extends Part {
        private static final int MANY = 4096;

        private final Shmem shmem;
        private final int me;
        private final Team team;
        private final SymmetricLongs source;
        private final SymmetricLongs dest;
        private final SymmetricLongs many;
        private final SymmetricLongs manyDest;
        private final NonBlockingTeam later;
        private final SymmetricLongs setSync;
        private final Row row;
        private long base;
        private long value;
        private SymmetricLongs array;
        private Team made;
        private Context context;
        private Team.Grid grid;
        private NonBlocking maker;
        private NonBlockingTeam of;
        private Pending pending;
        private int set;

        Caller(Shmem shmem, Row row) {
            this.shmem = shmem;
            this.me = shmem.myPe();
            this.team = shmem.world();
            this.source = shmem.allocateLongs(2 * PES);
            this.dest = shmem.allocateLongs(2 * PES);
            this.many = shmem.allocateLongs(MANY);
            this.manyDest = shmem.allocateLongs(MANY);
            this.later = NonBlocking.allocate(shmem).on(team, 2);
            this.setSync = shmem.allocateLongs(4);
            this.row = row;
        }

        private void splitAgain() {
            made = team.splitStrided(0, 1, PES);
        }

        private void allocateAgain() {
            array = shmem.allocateLongs(4);
        }

        private void fillAndFree() {
            array.fill(9);
            array.free();
        }

        private void allocateAndFree() {
            try (Symmetric next = shmem.allocateLongs(4)) {
                next.free();
            }
        }

        @Override
        public void before() {
            base += 10;
            source.fill(base + me);
            many.fill(base + me);
            row.first.accept(this);
        }

        @Override
        public void call() {
            row.call.accept(this);
        }

        @Override
        public boolean isSpent() {
            return set == SETS;
        }

        @Override
        public void check(Throwable thrown) {
            long got = row.got.applyAsLong(this);
            long wanted = row.wanted.applyAsLong(this);
            if (got != wanted) {
                throw new AssertionError("PE " + me + " got " + got + ", not " + wanted);
            }
            shmem.barrierAll();
            row.last.accept(this);
        }
    }
}
