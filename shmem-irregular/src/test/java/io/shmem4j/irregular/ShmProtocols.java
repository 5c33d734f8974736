// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.ThreadLevel;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.ModelJob;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import weakmemory.Choices;
import weakmemory.Machine;

/**
 * Programs of the backend for shared memory, with its own waits, in the memory of a {@link Machine}: barriers, locks,
 * signals, sleepers, allocation, rings of channels and messages, what tools read, joining and the end of a job.
 */
public final class ShmProtocols {
    private static final int MOST_PES = 3;
    private static final long HEAP_BYTES = 1 << 18;
    private static final int STATUS = 3;

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
        add("flags without a fence", 2, ShmProtocols::flags);
        add("a fence between blocks", 2, ShmProtocols::blocks);
        add("additions to a variable", 3, ShmProtocols::additions);
        add("waits one after the other", 2, ShmProtocols::waits);
        add("plain stores for sleepers", 3, ShmProtocols::plain);
        add("barriers", 2, ShmProtocols::barriers);
        add("barriers of three", 3, ShmProtocols::barriers);
        add("a lock", 2, ShmProtocols::lock);
        add("allocations", 2, ShmProtocols::allocations);
        add("a sum", 2, ShmProtocols::sums);
        add("a channel", 2, ShmProtocols::channel);
        add("rings of messages", 2, ShmProtocols::messages);
        programs.put("two sleepers of a PE", new Program(2, 3, false, ShmProtocols::sleepers));
        programs.put("a reader of the table of objects", new Program(2, 3, false, ShmProtocols::objects));
        programs.put("a reader of published waits", new Program(2, 3, false, ShmProtocols::waiting));
        programs.put("the entrance of a joined job", new Program(2, 3, false, ShmProtocols::entrance));
        programs.put("the end of a job", new Program(3, 3, true, ShmProtocols::end));
    }

    private void add(String name, int pes, Consumer<Shmem> body) {
        programs.put(name, new Program(pes, pes, false, threads -> {
            try (Shmem shmem = Shmem.init(ThreadLevel.SERIALIZED)) {
                body.accept(shmem);
                shmem.finish();
            }
        }));
    }

    public Set<String> names() {
        return programs.keySet();
    }

    /** Runs a program some times, and {@return the numbers of the accesses that it has made} */
    public BitSet explore(String name, int runs) {
        Choices choices = new Choices();
        machine.visited();
        for (int run = 0; run < runs; run++) {
            Throwable failure = run(programs.get(name), choices);
            if (failure != null) {
                throw new AssertionError(name + ", run " + run + ": " + failure, failure);
            }
            choices.next();
        }
        return machine.visited();
    }

    private Throwable run(Program program, Choices choices) {
        machine.clear();
        assert machine.isClear();
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

    /** Single words are seen in order on shared memory. */
    private static void flags(Shmem shmem) {
        SymmetricInts ints = shmem.allocateInts(1);
        SymmetricLongs words = words(shmem, 3);
        if (shmem.myPe() == 0) {
            shmem.put(words, 0, new long[] {5, 6}, 0, 2, 1);
            shmem.p(words, 2, 1, 1);
            shmem.put(words, 0, new long[] {7, 8}, 0, 2, 0);
            shmem.p(ints, 0, 1, 1);
        } else {
            while (!words.test(2, Cmp.EQ, 1)) {
                Machine.pause();
            }
            assertEquals(11, words.get(0) + words.get(1));
            while (!ints.test(0, Cmp.EQ, 1)) {
                Machine.pause();
            }
            assertEquals(15, shmem.g(words, 0, 0) + shmem.g(words, 1, 0));
        }
    }

    private static void blocks(Shmem shmem) {
        SymmetricLongs words = words(shmem, 4);
        if (shmem.myPe() == 0) {
            shmem.put(words, 0, new long[] {5, 6}, 0, 2, 1);
            shmem.fence();
            shmem.put(words, 2, new long[] {1, 1}, 0, 2, 1);
        } else {
            while (!words.test(2, Cmp.EQ, 1)) {
                Machine.pause();
            }
            assertEquals(11, words.get(0) + words.get(1));
        }
    }

    /** The second wait finds what the first has left in the bell. */
    private static void waits(Shmem shmem) {
        SymmetricLongs words = words(shmem, 2);
        if (shmem.myPe() == 0) {
            shmem.add(words, 0, 1, 1);
            shmem.add(words, 0, 1, 1);
            shmem.add(words, 1, 1, 1);
            shmem.add(words, 1, 1, 1);
        } else {
            words.waitUntil(0, Cmp.EQ, 2);
            words.waitUntil(1, Cmp.EQ, 2);
        }
    }

    /** Two PEs sleep, and one of them leaves before the other one's word is stored. */
    private static void plain(Shmem shmem) {
        SymmetricLongs words = words(shmem, 2);
        if (shmem.myPe() > 0) {
            words.waitUntil(0, Cmp.EQ, 1);
            shmem.atomicSet(words, shmem.myPe() - 1, 1, 0);
            return;
        }
        for (int pe = 1; pe < shmem.nPes(); pe++) {
            shmem.p(words, 0, 1, pe);
            shmem.quiet();
            words.waitUntil(pe - 1, Cmp.EQ, 1);
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
        words.lock(0).lock();
        shmem.p(words, 1, shmem.g(words, 1, 0) + 1, 0);
        words.lock(0).unlock();
        shmem.barrierAll();
        assertEquals(shmem.nPes(), shmem.g(words, 1, 0));
    }

    private static void allocations(Shmem shmem) {
        words(shmem, 1);
        SymmetricLongs first = shmem.allocateLongs(2);
        shmem.p(first, 1, 9, 1 - shmem.myPe());
        shmem.barrierAll();
        assertEquals(9, first.get(1));
        first.free();
        SymmetricLongs second = shmem.allocateLongs(2);
        assertEquals(0, second.get(1));
    }

    private static void sums(Shmem shmem) {
        SymmetricLongs words = words(shmem, 2);
        words.set(0, 1 + shmem.myPe());
        shmem.world().sumReduce(words.slice(1, 1), words.slice(0, 1), 1);
        assertEquals(3, words.get(1));
    }

    private static void channel(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        words(shmem, 1);
        MemorySegment message = MemorySegment.ofArray(new long[1]);
        int[] taken = new int[1];
        Channel.Handler handler = (from, tag, memory, offset, length) -> {
            assertEquals(taken[0]++, tag);
            assertEquals(tag, memory.get(JAVA_LONG, offset));
        };
        for (int i = 0; i < 2; i++) {
            message.set(JAVA_LONG, 0, i);
            channel.send(1 - shmem.myPe(), i, message);
        }
        while (taken[0] < 2) {
            channel.take(handler);
        }
    }

    private static void messages(Shmem shmem) {
        Messages messages = Messages.allocate(shmem);
        long[] sum = new long[1];
        int last = messages.handler((from, words) -> sum[0] += words.get(0));
        int add = messages.handler((from, words) -> {
            sum[0] += words.get(0) + words.get(1);
            messages.send(from, last, 100);
        });
        messages.open();
        words(shmem, 1);
        messages.send(1 - shmem.myPe(), add, 1, 2);
        messages.send(1 - shmem.myPe(), add, 3, 4);
        messages.finish();
        assertEquals(210, sum[0]);
        messages.free();
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
        ObjectTable objects = new ObjectTable(table);
        for (int i = 1; i <= 3 && thread != 1; i++) {
            if (thread == 0) {
                int entry = objects.add(new SymmetricObject("longs", "name" + i, i, 10L * i, "site" + i));
                Machine.pause();
                objects.remove(entry);
            } else {
                Machine.pause();
                for (ObjectTable.Entry entry : objects.entries()) {
                    int number = entry.number();
                    assertEquals(new SymmetricObject("longs", "name" + number, number, 10L * number, "site" + number),
                        entry.object());
                }
            }
        }
    }

    /** One thread looks, as a tool does, what a PE waits for. */
    private static void waiting(Threads threads) {
        int thread = Machine.thread();
        Machine.begin();
        if (thread == 2) {
            for (int i = 0; i < 4; i++) {
                Machine.pause();
                PublishedWait wait = threads.control.wait(1);
                assertTrue(wait.kind() == WaitKind.NONE || wait.detail() == 7 && wait.peer() == 0, wait::toString);
            }
        } else if (thread == 1) {
            Waiter waiter = threads.backend().waiter();
            waiter.begin(1, SystemLayout.BELL, WaitKind.LOCK, 7, 0);
            while (JobMemory.words().getLongAcquire(JobMemory.stride() + SystemLayout.heap(2)) == 0) {
                waiter.pause();
            }
            waiter.end();
        } else {
            Machine.await(2);
            threads.backend().atomicSetLong(1, SystemLayout.heap(2), 1);
        }
    }

    /** JVMs become members, and others look who has; files and their locks are the system's. */
    private static void entrance(Threads threads) {
        int thread = Machine.thread();
        Machine.begin();
        if (thread < 2) {
            if (thread == 0) {
                threads.control.joined(5);
            }
            threads.control.pid(thread, 100 + thread);
            threads.control.membership(thread, ControlLayout.MEMBER);
            return;
        }
        while (threads.control.membership(0) != ControlLayout.MEMBER
            || threads.control.membership(1) != ControlLayout.MEMBER) {
            assertTrue(!threads.control.joined() || ModelJob.cores(threads.control) == 5);
            for (int pe = 0; pe < 2; pe++) {
                assertTrue(threads.control.membership(pe) != ControlLayout.MEMBER || threads.control.pid(pe) != 0);
            }
            Machine.pause();
        }
        assertEquals(201, threads.control.pid(0) + threads.control.pid(1));
    }

    /** Two PEs end the job while the third waits; the first one's reason counts. */
    private static void end(Threads threads) {
        Backend backend = threads.backend();
        Machine.begin();
        int pe = Machine.pe();
        if (pe < 2) {
            threads.control.abort(pe, STATUS + pe, "why " + pe);
        } else {
            assertThrows(JobAbortedException.class, () -> {
                while (true) {
                    backend.checkAbort();
                    Machine.pause();
                }
            });
            int by = threads.control.abortPe();
            for (int i = 0; i < 2; i++) {
                assertEquals(STATUS + by, threads.control.abortStatus());
                assertEquals("why " + by, threads.control.abortReason());
                Machine.await(i);
            }
            assertEquals(by, threads.control.abortPe());
        }
    }
}
