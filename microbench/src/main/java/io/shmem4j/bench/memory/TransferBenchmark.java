// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;
import io.shmem4j.report.UsageException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Loads and stores by cache state, the transfer times that they predict, and the effect of reusing buffers. */
public final class TransferBenchmark extends Benchmark {
    /** Whether lines are flushed. */
    private enum Flush {
        NO, YES
    }

    private static final long SMALLEST = 4 << 10;
    /** Bytes of a slot of the shared buffer, and number of slots. */
    private static final int CHUNK = 32 << 10;
    private static final int SLOTS = 8;
    private static final Option<Integer> PASSES = Option.number("--passes", "N", "15", 1, 10_000,
        "passes over a buffer in each state, in each of two rounds");
    private static final Option<Integer> POOL = Option.amount("--pool", "64m", 1 << 30,
        "private memory that messages walk through when buffers are not reused");
    private static final Option<Flush> FLUSH = Option.choice("--flush", "yes|no", Flush.class,
        "also lines that are flushed, what copies take alone, and copies past the caches");
    private static final String PAST = "past the caches";
    private static final long LARGEST = 8 << 20;
    /** Rounds per value, because the compiler may treat the same value differently in another round. */
    private static final int ROUNDS = 2;
    private static final double MB_PER_BYTE_PER_NANO = 1e3;

    public TransferBenchmark() {
        super("transfer", "loads and stores by cache state, the pipelined transfer they predict, reuse of buffers",
            Pes.TWO_OR_MORE, PASSES, POOL, FLUSH);
    }

    @Override
    protected void require(Options options) {
        if (flushes(options) && !Lines.CAN_FLUSH) {
            throw new UsageException("--flush yes: flushing lines takes an x86-64 processor and memory that may be"
                + " executable");
        }
    }

    @Override
    public void run(BenchRun bench) {
        bench.requireOneNode(name());
        Shmem shmem = bench.shmem();
        Options options = bench.options();
        long[] sizes = options.sizes(SMALLEST, 64, LARGEST);
        long largest = sizes[sizes.length - 1];
        bench.requireRoom(largest + StateProbe.MARK + (long) CHUNK * SLOTS);
        SymmetricBytes buffer = bench.keep(shmem.allocateBytes(largest + StateProbe.MARK, 128).named("buffer"));
        SymmetricBytes shared = bench.keep(shmem.allocateBytes((long) CHUNK * SLOTS, 128).named("slots"));
        MemorySegment memory = shmem.ptr(buffer, 0);
        Helpers helpers = new Helpers(bench, memory);
        shmem.barrierAll();
        StateProbe probe = bench.leads() ? new StateProbe(helpers, memory, CHUNK, options.value(PASSES),
            options.statistic() == Timing.Statistic.MIN, shmem.nPes() <= bench.cores()) : null;
        AccessTimes accesses = new AccessTimes(shmem, helpers, probe, shared.byteSize());
        TransferModel model = states(bench, accesses, sizes);
        PipeProbe.Pipe pipe = new PipeProbe.Pipe(bench, shared, CHUNK, SLOTS, MemorySegment::copy);
        PipeProbe.PipeBuffers buffers =
            PipeProbe.PipeBuffers.allocate(Math.max(largest, options.value(POOL) / Lines.LINE * Lines.LINE));
        predicted(bench, model, accesses, pipe, buffers, sizes);
        effects(bench, pipe, buffers, sizes);
        if (flushes(options)) {
            PipeProbe.Pipe other = new PipeProbe.Pipe(bench, shared, CHUNK, SLOTS, Lines::stream);
            Sweep sweep = new Sweep(bench, name(), "messages through the shared buffer by the sender's stores",
                Quantity.BANDWIDTH);
            PipeProbe.Habits habits = PipeProbe.Habits.reusing(PipeProbe.Traffic.STREAM);
            sweep.add("as usual", size -> new PipeProbe(shmem, pipe, buffers, size, habits));
            sweep.add(PAST, size -> new PipeProbe(shmem, other, buffers, size, habits));
            sweep.add(PAST + ", other sources", size -> new PipeProbe(shmem, other, buffers, size,
                new PipeProbe.Habits(false, true, PipeProbe.Traffic.STREAM)));
            sweep.add(PAST + ", other targets", size -> new PipeProbe(shmem, other, buffers, size,
                new PipeProbe.Habits(true, false, PipeProbe.Traffic.STREAM)));
            sweep.run(sizes);
        }
    }

    /**
     * Accesses that PE 0 measures with the help of the other PEs.
     *
     * @param probe null on other PEs
     * @param slots total bytes of all slots
     */
    private record AccessTimes(Shmem shmem, Helpers helpers, StateProbe probe, long slots) {
        /** {@return the result of PE 0's task, during which other PEs help; null on these} Collective. */
        TransferModel measure(Supplier<TransferModel> task) {
            TransferModel model = null;
            if (probe != null) {
                model = task.get();
                for (int pe = 1; pe < Math.min(3, shmem.nPes()); pe++) {
                    helpers.execute(pe, Helpers.Order.END, 0);
                }
            } else if (shmem.myPe() < 3) {
                helpers.serve();
            }
            shmem.barrierAll();
            return model;
        }

        /** {@return the four accesses of a transfer of one size, measured now, by the median pass} */
        private TransferModel now(long size) {
            long shared = Math.min(size, slots);
            return new TransferModel(rate(CacheState.HIT_MODIFIED, false, size),
                rate(CacheState.HIT_OWNED, true, shared), rate(CacheState.MISS_MODIFIED, false, shared),
                rate(CacheState.HIT_MODIFIED, true, size), slots);
        }

        private TransferModel.Throughputs rate(CacheState state, boolean store, long size) {
            TransferModel.Throughputs throughputs = new TransferModel.Throughputs();
            throughputs.put(size, probe.median(state, store, (int) size));
            return throughputs;
        }

        String together(String where) {
            return "passes whose processors were threads of one core, " + where + ": " + probe.percentTogether() + " %";
        }
    }

    private TransferModel states(BenchRun bench, AccessTimes accesses, long... sizes) {
        List<CacheState> states = possible(bench);
        return accesses.measure(() -> {
            StateProbe probe = accesses.probe;
            Map<CacheState, TransferModel.Throughputs> loads = new EnumMap<>(CacheState.class);
            Map<CacheState, TransferModel.Throughputs> stores = new EnumMap<>(CacheState.class);
            bench.progress().plan(ROUNDS * states.size());
            for (int i = 0; i < ROUNDS * states.size(); i++) {
                CacheState state = states.get(i % states.size());
                bench.progress().step(state.title);
                for (long size : sizes) {
                    loads.computeIfAbsent(state, key -> new TransferModel.Throughputs()).put(size,
                        probe.measure(state, false, (int) size));
                    stores.computeIfAbsent(state, key -> new TransferModel.Throughputs()).put(size,
                        probe.measure(state, true, (int) size));
                }
            }
            Sheet sheet = sheet(bench, states, loads, stores, sizes);
            sheet.note(accesses.together("which do not count unless all were"));
            bench.add(sheet);
            if (flushes(bench.options())) {
                bench.add(copies(probe, sizes));
            }
            return new TransferModel(loads.get(CacheState.HIT_MODIFIED), stores.get(CacheState.HIT_OWNED),
                loads.get(CacheState.MISS_MODIFIED), stores.get(CacheState.HIT_MODIFIED), accesses.slots);
        });
    }

    private static boolean flushes(Options options) {
        return options.value(FLUSH) == Flush.YES;
    }

    /** Measures each side's copy in isolation. */
    private Sheet copies(StateProbe probe, long... sizes) {
        Sheet sheet = new Sheet(name(), "one side's copy alone", Sheet.Column.of("size"),
            Quantity.BANDWIDTH.column("receiver"), Quantity.BANDWIDTH.column("sender"),
            Quantity.BANDWIDTH.column("sender, own lines"), Quantity.BANDWIDTH.column("sender, flushing"),
            Quantity.BANDWIDTH.column("sender, " + PAST));
        MemorySegment own = Arena.ofAuto().allocate(sizes[sizes.length - 1], 64);
        Lines.Copy plain = MemorySegment::copy;
        Lines.Copy flushing = Lines::copyAndFlush;
        Lines.Copy past = Lines::stream;
        for (long size : sizes) {
            int bytes = (int) size;
            sheet.row(size, MB_PER_BYTE_PER_NANO * probe.copy(CacheState.MISS_MODIFIED, plain, own, bytes),
                MB_PER_BYTE_PER_NANO * probe.copy(CacheState.HIT_OWNED, plain, own, bytes),
                MB_PER_BYTE_PER_NANO * probe.copy(CacheState.HIT_MODIFIED, plain, own, bytes),
                MB_PER_BYTE_PER_NANO * probe.copy(CacheState.HIT_OWNED, flushing, own, bytes),
                MB_PER_BYTE_PER_NANO * probe.copy(CacheState.HIT_OWNED, past, own, bytes));
        }
        sheet.note("the receiver copies what the other core wrote; the sender writes what the other core has read, or"
            + " own lines, which no other has");
        return sheet;
    }

    private static List<CacheState> possible(BenchRun bench) {
        List<CacheState> states = new ArrayList<>();
        for (CacheState state : CacheState.values()) {
            boolean enough = state != CacheState.MISS_SHARED || bench.shmem().nPes() > 2 && bench.cores() > 2;
            if (enough && (!state.flushes() || Lines.CAN_FLUSH) && (!state.flushed() || flushes(bench.options()))) {
                states.add(state);
            }
        }
        return states;
    }

    private Sheet sheet(BenchRun bench, List<CacheState> states, Map<CacheState, TransferModel.Throughputs> loads,
        Map<CacheState, TransferModel.Throughputs> stores, long... sizes) {
        List<Sheet.Column> columns = new ArrayList<>(List.of(Sheet.Column.of("size")));
        states.forEach(state -> columns.add(Quantity.BANDWIDTH.column("load " + state.title)));
        states.forEach(state -> columns.add(Quantity.BANDWIDTH.column("store " + state.title)));
        Sheet sheet = new Sheet(name(), "one pass over a buffer by the cache state it was brought into", columns);
        for (long size : sizes) {
            Object[] row = new Object[columns.size()];
            row[0] = size;
            for (int i = 0; i < states.size(); i++) {
                row[i + 1] = loads.get(states.get(i)).at(size) * MB_PER_BYTE_PER_NANO;
                row[i + 1 + states.size()] = stores.get(states.get(i)).at(size) * MB_PER_BYTE_PER_NANO;
            }
            sheet.row(row);
        }
        sheet.note("M modified, E exclusive; hit O: both cores have it and the own one wrote it, hit S: the other one"
            + " did; where the sizes exceed a cache the next one answers");
        if (!Lines.CAN_FLUSH) {
            sheet.note("E is reached by flushing lines, which takes an x86-64 processor");
        }
        if (!states.contains(CacheState.MISS_SHARED)) {
            sheet.note("miss S needs a third core and three PEs");
        }
        if (bench.shmem().nPes() > bench.cores()) {
            sheet.note("PEs share cores, so these are no cache states");
        }
        return sheet;
    }

    private void predicted(BenchRun bench, TransferModel model, AccessTimes accesses, PipeProbe.Pipe pipe,
        PipeProbe.PipeBuffers buffers, long... sizes) {
        Sheet sheet = new Sheet(name(), "one message at a time from PE 0 to PE 1 in chunks of " + CHUNK
            + " bytes, measured and predicted", Sheet.Column.of("size"), Quantity.BANDWIDTH.column("measured"),
            Quantity.BANDWIDTH.column("less a line's message"), Quantity.BANDWIDTH.column("predicted"),
            Quantity.BANDWIDTH.column("sequential copies"), Quantity.BANDWIDTH.column("parallel copies"),
            Quantity.BANDWIDTH.column("predicted beside it"), new Sheet.Column("predicted / measured", "", 2));
        bench.progress().plan(sizes.length + 1);
        PipeProbe.Habits habits = PipeProbe.Habits.reusing(PipeProbe.Traffic.ONE_BY_ONE);
        Timing line = bench.measure(new PipeProbe(bench.shmem(), pipe, buffers, Lines.LINE, habits), sheet, "a line");
        for (long size : sizes) {
            PipeProbe probe = new PipeProbe(bench.shmem(), pipe, buffers, size, habits);
            TransferModel beside = accesses.measure(() -> accesses.now(size));
            Timing timing = bench.measure(probe, sheet, Long.toString(size));
            if (timing != null) {
                double nanos = timing.nanos(bench.options().statistic());
                double prediction = size / model.pipelined(size, CHUNK) * MB_PER_BYTE_PER_NANO;
                double measured = size / nanos * MB_PER_BYTE_PER_NANO;
                sheet.row(size, measured, size / Math.max(1, nanos - line.nanos(bench.options().statistic()))
                    * MB_PER_BYTE_PER_NANO, prediction, size / model.sequential(size) * MB_PER_BYTE_PER_NANO,
                    size / model.parallel(size) * MB_PER_BYTE_PER_NANO,
                    size / beside.pipelined(size, CHUNK) * MB_PER_BYTE_PER_NANO, prediction / measured);
            }
        }
        sheet.note("the model counts copies only; the words by which the PEs tell each other what is filled and emptied"
            + " cost more than short messages; beside it: by the median passes right before the message");
        if (bench.leads()) {
            sheet.note(accesses.together("right before messages and in one side's copies"));
        }
        bench.add(sheet);
    }

    private void effects(BenchRun bench, PipeProbe.Pipe pipe, PipeProbe.PipeBuffers buffers, long... sizes) {
        Map<String, PipeProbe.Habits> habits = new LinkedHashMap<>();
        habits.put("both reused", PipeProbe.Habits.reusing(PipeProbe.Traffic.STREAM));
        habits.put("source reused", new PipeProbe.Habits(true, false, PipeProbe.Traffic.STREAM));
        habits.put("target reused", new PipeProbe.Habits(false, true, PipeProbe.Traffic.STREAM));
        habits.put("none reused", new PipeProbe.Habits(false, false, PipeProbe.Traffic.STREAM));
        habits.put("to and fro", PipeProbe.Habits.reusing(PipeProbe.Traffic.TO_AND_FRO));
        habits.put("alternating direction", PipeProbe.Habits.reusing(PipeProbe.Traffic.ALTERNATING));
        Sweep sweep = new Sweep(bench, name(), "messages through the shared buffer by what is used again",
            Quantity.BANDWIDTH);
        habits.forEach((name, habit) -> sweep.add(name,
            size -> new PipeProbe(bench.shmem(), pipe, buffers, size, habit)));
        sweep.run(sizes);
    }
}
