// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.failing.Operation.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Operations of one PE that change words of another. */
public final class StoreOperations implements Supplier<List<Operation>> {
    /** Changes PE 1's words: {@code data} and the signal become {@code value}, or the counter one more. */
    private interface Store {
        void to(Stores part, long value);
    }

    @Override
    public List<Operation> get() {
        return Stream.of(puts(), atomics(), signals()).flatMap(List::stream).toList();
    }

    private static List<Operation> puts() {
        return List.of(
            row("p", (on, v) -> on.shmem.p(on.word, 0, v, 1), "RemoteAccess.p"),
            row("put", (on, v) -> on.shmem.put(on.word, 0, on.array(v), 0, 1, 1), "RemoteAccess.put"),
            row("put from symmetric memory", (on, v) -> on.shmem.put(on.word, 0, on.source(v), 0, 1, 1),
                "RemoteAccess.put"),
            row("putmem", (on, v) -> on.shmem.putmem(on.word, 0, MemorySegment.ofArray(on.array(v)), 0, 8, 1),
                "MemoryCopies.putmem"),
            row("putmemNbi", (on, v) -> {
                on.shmem.putmemNbi(on.word, 0, MemorySegment.ofArray(on.array(v)), 0, 8, 1);
                on.shmem.quiet();
            }, "MemoryCopies.putmemNbi"),
            row("putNbi", (on, v) -> {
                on.shmem.putNbi(on.word, 0, on.array(v), 0, 1, 1);
                on.shmem.quiet();
            }, "RemoteAccess.putNbi", "Context.quiet"),
            row("iput", (on, v) -> on.shmem.iput(on.word, 0, on.array(v), 0, 1, 1, 1, 1), "StridedAccess.iput"));
    }

    private static List<Operation> atomics() {
        return List.of(
            row("atomicSet", (on, v) -> on.shmem.atomicSet(on.word, 0, v, 1), "AtomicOperations.atomicSet"),
            row("swap", (on, v) -> on.shmem.swap(on.word, 0, v, 1), "AtomicOperations.swap"),
            row("compareSwap", (on, v) -> on.shmem.compareSwap(on.word, 0, on.shmem.g(on.word, 0, 1), v, 1),
                "AtomicOperations.compareSwap"),
            row("add", (on, v) -> on.shmem.add(on.word, 0, v - on.shmem.g(on.word, 0, 1), 1), "AtomicOperations.add"),
            row("fetchAdd", (on, v) -> on.shmem.fetchAdd(on.word, 0, v - on.shmem.g(on.word, 0, 1), 1),
                "AtomicOperations.fetchAdd"),
            row("fetchXor", (on, v) -> on.shmem.fetchXor(on.word, 0, v ^ on.shmem.g(on.word, 0, 1), 1),
                "AtomicOperations.fetchXor"),
            row("xor", (on, v) -> on.shmem.xor(on.word, 0, v ^ on.shmem.g(on.word, 0, 1), 1), "AtomicOperations.xor"),
            row("compareSwapNbi", (on, v) -> {
                on.shmem.compareSwapNbi(new long[1], 0, on.word, 0, on.shmem.g(on.word, 0, 1), v, 1);
                on.shmem.quiet();
            }, "AtomicOperations.compareSwapNbi"),
            row("fetchAddNbi", (on, v) -> {
                on.shmem.fetchAddNbi(new long[1], 0, on.word, 0, v - on.shmem.g(on.word, 0, 1), 1);
                on.shmem.quiet();
            }, "AtomicOperations.fetchAddNbi"),
            row("fetchXorNbi", (on, v) -> {
                on.shmem.fetchXorNbi(new long[1], 0, on.word, 0, v ^ on.shmem.g(on.word, 0, 1), 1);
                on.shmem.quiet();
            }, "AtomicOperations.fetchXorNbi"),
            row("swapNbi", (on, v) -> {
                on.shmem.swapNbi(new long[1], 0, on.word, 0, v, 1);
                on.shmem.quiet();
            }, "AtomicOperations.swapNbi"),
            row("add of an int", (on, v) -> on.shmem.add(on.small, 0, (int) v - on.shmem.g(on.small, 0, 1), 1),
                "AtomicOperations.add"));
    }

    private static List<Operation> signals() {
        return List.of(
            row("signalSet", (on, v) -> on.shmem.signalSet(on.signal, v, 1), "SignalOperations.signalSet"),
            row("signalAdd", (on, v) -> on.shmem.signalAdd(on.signal, v - on.shmem.g(on.signal.word(), 0, 1), 1),
                "SignalOperations.signalAdd"),
            row("putSignal", (on, v) -> on.shmem.putSignal(on.word, 0, on.array(v), 0, 1, on.signal, v, SignalOp.SET,
                1), "SignalOperations.putSignal"),
            row("putmemSignal", (on, v) -> on.shmem.putmemSignal(on.word, 0, MemorySegment.ofArray(on.array(v)), 0, 8,
                on.signal, v, SignalOp.SET, 1), "SignalOperations.putmemSignal"),
            row("putmemSignalNbi", (on, v) -> {
                on.shmem.putmemSignalNbi(on.word, 0, MemorySegment.ofArray(on.array(v)), 0, 8, on.signal, v,
                    SignalOp.SET, 1);
                on.shmem.quiet();
            }, "SignalOperations.putmemSignalNbi"),
            row("putSignalNbi", (on, v) -> {
                on.shmem.putSignalNbi(on.word, 0, on.array(v), 0, 1, on.signal, v, SignalOp.SET, 1);
                on.shmem.quiet();
            }, "SignalOperations.putSignalNbi"));
    }

    private static Operation row(String name, Store store, String... methods) {
        return Operation.whole(name, List.of(methods), shmem -> new Stores(shmem, store));
    }

    /** Each call has the next value; PE 1 looks which one it has. */
    private static final class Stores extends Part {
        private final Shmem shmem;
        private final Store store;
        private final SymmetricLongs word;
        private final SymmetricLongs copy;
        private final SymmetricInts small;
        private final Signal signal;
        private long value;
        private long last;

        Stores(Shmem shmem, Store store) {
            this.shmem = shmem;
            this.store = store;
            this.word = shmem.allocateLongs(1);
            this.copy = shmem.allocateLongs(1);
            this.small = shmem.allocateInts(1);
            this.signal = shmem.allocateSignal();
        }

        private long[] array(long v) {
            return new long[] {v};
        }

        private SymmetricLongs source(long v) {
            copy.set(0, v);
            return copy;
        }

        @Override
        public void call() {
            value++;
            store.to(this, value);
        }

        @Override
        public void meanwhile() {
            value++;
        }

        @Override
        public void check(Throwable thrown) {
            if (shmem.myPe() == 0) {
                return;
            }
            long signalled = signal.fetch();
            long stored = Math.max(word.getAcquire(0), small.getAcquire(0));
            if (signalled > stored && stored != 0) {
                throw new AssertionError("the signal is " + signalled + ", the data are " + stored);
            }
            long seen = Math.max(stored, signalled);
            if (seen != value && (thrown == null || seen != last)) {
                throw new AssertionError("seen " + seen + " after " + value + ", before " + last);
            }
            last = seen;
        }
    }
}
