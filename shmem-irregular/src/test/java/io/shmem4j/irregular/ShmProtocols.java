// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.Cmp;
import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.ModelJob;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import weakmemory.Choices;
import weakmemory.Machine;

/**
 * Programs of the backend for shared memory, with its own waits, in the memory of a {@link Machine}: barriers, locks,
 * signals, sleepers, allocation, rings, the table of objects, the end of a job.
 */
public final class ShmProtocols {
    private static final int MOST_PES = 3;
    private static final long HEAP_BYTES = 1 << 18;
    private static final int STATUS = 3;
    private static final int MOST_DEVIATIONS = 3;

    private final Machine machine;
    private final MemorySegment controlMemory;
    private final Map<String, Program> programs = new LinkedHashMap<>();

    /** A program for some threads; those beyond the PEs' own work for the PE of highest number. */
    private record Program(int pes, int threads, boolean limits, Consumer<Threads> body) {
    }

    /** The host of PEs that are threads of the machine. */
    private static final class Threads extends Host {
        private final ControlFile control;
        private final Backend[] backends;
        private final SymmetricLongs[] shared;

        Threads(ControlFile control) {
            this.control = control;
            this.backends = new Backend[control.nPes()];
            this.shared = new SymmetricLongs[control.nPes()];
        }

        @Override
        public Backend backend() {
            int pe = Machine.pe();
            if (backends[pe] == null) {
                backends[pe] = ModelJob.backend(control, pe);
            }
            return backends[pe];
        }

        void within(Runnable action) {
            within(this, action);
        }
    }

    public ShmProtocols() {
        long control = ControlLayout.bytes(MOST_PES) + SystemLayout.ALIGNMENT & -SystemLayout.ALIGNMENT;
        long stride = SystemLayout.stride(MOST_PES, HEAP_BYTES);
        machine = new Machine((int) ((control + MOST_PES * stride) / Long.BYTES));
        controlMemory = machine.memory(0, control);
        JobMemory.install(machine.memory(control, MOST_PES * stride), stride, false);
        add("a put with a signal", 2, ShmProtocols::signal);
        add("a fence before a flag", 2, ShmProtocols::flag);
        add("additions to a variable", 3, ShmProtocols::additions);
        add("barriers", 2, ShmProtocols::barriers);
        add("barriers of three", 3, ShmProtocols::barriers);
        add("a lock", 2, ShmProtocols::lock);
        add("allocations", 2, ShmProtocols::allocations);
        add("a sum", 2, ShmProtocols::sums);
        add("a conveyor", 2, ShmProtocols::conveyor);
        programs.put("two sleepers of a PE", new Program(2, 3, false, ShmProtocols::sleepers));
        programs.put("a reader of the table of objects", new Program(2, 3, false, ShmProtocols::objects));
        programs.put("the end of a job", new Program(2, 2, true, ShmProtocols::end));
    }

    private void add(String name, int pes, Consumer<Shmem> body) {
        programs.put(name, new Program(pes, pes, false, threads -> {
            try (Shmem shmem = Shmem.init()) {
                body.accept(shmem);
                shmem.finish();
            }
        }));
    }

    /** {@return the numbers of the accesses that the programs have made} */
    public BitSet visited() {
        return machine.visited();
    }

    /**
     * Runs each program with one deviation from its usual run, then with more of them.
     *
     * @param most how many runs of each, at most
     */
    public void explore(int most) {
        programs.forEach((name, program) -> explore(name, program, most));
    }

    private void explore(String name, Program program, int most) {
        int runs = 0;
        for (int deviations = 1; deviations <= MOST_DEVIATIONS; deviations++) {
            Choices choices = new Choices(deviations);
            do {
                Throwable failure = run(program, choices);
                if (failure != null) {
                    throw new AssertionError(name + ": " + failure, failure);
                }
            } while (++runs < most && choices.next());
            if (runs >= most) {
                return;
            }
        }
    }

    private Throwable run(Program program, Choices choices) {
        machine.clear();
        controlMemory.set(JAVA_INT, ControlLayout.FORMAT_AT, ControlLayout.FORMAT);
        controlMemory.set(JAVA_INT, ControlLayout.PES, program.pes);
        controlMemory.set(JAVA_LONG, ControlLayout.HEAP_BYTES, HEAP_BYTES);
        controlMemory.set(JAVA_LONG, ControlLayout.MAGIC_AT, ControlLayout.MAGIC);
        Threads threads = new Threads(new ControlFile(controlMemory));
        for (int i = 0; i < program.threads; i++) {
            machine.add(Math.min(i, program.pes - 1), () -> program.body.accept(threads));
        }
        if (program.limits) {
            machine.allowLimits();
        }
        Throwable[] failure = new Throwable[1];
        threads.within(() -> failure[0] = machine.run(choices));
        return failure[0];
    }

    private static SymmetricLongs words(Shmem shmem, int count) {
        SymmetricLongs words = shmem.allocateLongs(count);
        shmem.barrierAll();
        Machine.begin();
        return words;
    }

    private static void signal(Shmem shmem) {
        SymmetricLongs words = words(shmem, 4);
        int other = 1 - shmem.myPe();
        if (shmem.myPe() == 0) {
            shmem.putSignal(words, 0, new long[] {5, 6}, 0, 2, words.signal(2), 1, SignalOp.SET, other);
            words.waitUntil(3, Cmp.EQ, 1);
        } else {
            words.waitUntil(2, Cmp.EQ, 1);
            assertEquals(11, words.get(0) + words.get(1));
            shmem.atomicSet(words, 3, 1, other);
        }
    }

    private static void flag(Shmem shmem) {
        SymmetricLongs words = words(shmem, 2);
        if (shmem.myPe() == 0) {
            shmem.put(words, 0, new long[] {5}, 0, 1, 1);
            shmem.fence();
            shmem.p(words, 1, 1, 1);
            shmem.quiet();
        } else {
            words.waitUntil(1, Cmp.EQ, 1);
            assertEquals(5, words.get(0));
        }
    }

    private static void additions(Shmem shmem) {
        SymmetricLongs words = words(shmem, 1);
        if (shmem.myPe() > 0) {
            shmem.add(words, 0, 1, 0);
        } else {
            words.waitUntil(0, Cmp.EQ, shmem.nPes() - 1);
        }
    }

    private static void barriers(Shmem shmem) {
        SymmetricLongs words = words(shmem, 2);
        int right = (shmem.myPe() + 1) % shmem.nPes();
        for (int round = 0; round < 2; round++) {
            shmem.p(words, round, round + 7, right);
            shmem.barrierAll();
            assertEquals(round + 7, words.get(round));
        }
    }

    private static void lock(Shmem shmem) {
        SymmetricLongs words = words(shmem, 2);
        words.lock(0).set();
        shmem.p(words, 1, shmem.g(words, 1, 0) + 1, 0);
        words.lock(0).clear();
        shmem.barrierAll();
        assertEquals(shmem.nPes(), shmem.g(words, 1, 0));
    }

    private static void allocations(Shmem shmem) {
        words(shmem, 1);
        SymmetricLongs first = shmem.allocateLongs(2);
        shmem.p(first, 1, 9, 1 - shmem.myPe());
        shmem.barrierAll();
        assertEquals(9, first.get(1));
        shmem.free(first);
        SymmetricLongs second = shmem.allocateLongs(2);
        assertEquals(0, second.get(1));
    }

    private static void sums(Shmem shmem) {
        SymmetricLongs words = words(shmem, 2);
        words.set(0, 1 + shmem.myPe());
        shmem.world().sumReduce(words.slice(1, 1), words.slice(0, 1), 1);
        assertEquals(3, words.get(1));
    }

    private static void conveyor(Shmem shmem) {
        Conveyor conveyor = new Conveyor(shmem, 1);
        words(shmem, 1);
        int pushed = 0;
        int pulled = 0;
        while (conveyor.advance(pushed == 2)) {
            while (pushed < 2 && conveyor.push(1 - shmem.myPe(), pushed)) {
                pushed++;
            }
            while (conveyor.pull()) {
                assertEquals(pulled++, conveyor.item());
            }
        }
        assertEquals(2, pulled);
    }

    /** Two threads of a PE wait for different words of it. */
    private static void sleepers(Threads threads) {
        int thread = Machine.thread();
        if (thread == 2) {
            Machine.begin();
            threads.shared[1].waitUntil(1, Cmp.EQ, 1);
            return;
        }
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs words = shmem.allocateLongs(2);
            threads.shared[shmem.myPe()] = words;
            shmem.barrierAll();
            Machine.begin();
            if (shmem.myPe() == 0) {
                shmem.atomicSet(words, 0, 1, 1);
                shmem.atomicSet(words, 1, 1, 1);
            } else {
                words.waitUntil(0, Cmp.EQ, 1);
            }
            Machine.await(2);
            shmem.finish();
        }
    }

    /** One thread looks, as a tool does, while objects of different sizes take each other's places. */
    private static void objects(Threads threads) {
        int thread = Machine.thread();
        MemorySegment table = JobMemory.slice(0, SystemLayout.objects(2), ObjectTable.BYTES);
        Machine.begin();
        if (thread == 0) {
            ObjectTable objects = new ObjectTable(table);
            for (int i = 1; i <= 2; i++) {
                objects.remove(objects.add(new SymmetricObject("longs", "name" + i, i, 10L * i, "site" + i)));
            }
        } else if (thread == 2) {
            ObjectTable objects = new ObjectTable(table);
            for (int i = 0; i < 2; i++) {
                objects.live().forEach(object -> assertEquals(10 * object.offset(), object.bytes()));
            }
        }
    }

    /** One PE ends the job while the other waits. */
    private static void end(Threads threads) {
        Backend backend = threads.backend();
        Machine.begin();
        if (Machine.pe() == 0) {
            threads.control.abort(0, STATUS, "why");
        } else {
            assertThrows(JobAbortedException.class, () -> {
                while (true) {
                    backend.checkAbort();
                    Machine.pause();
                }
            });
            assertEquals(STATUS, threads.control.abortStatus());
            assertEquals(0, threads.control.abortPe());
        }
    }
}
