// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Sends messages from PE 0 to PE 1 through the pipe, or back and forth. */
final class PipeProbe extends Probe {
    /**
     * How successive messages use memory.
     *
     * @param reuseSource whether all are sent from the same memory
     * @param reuseTarget whether all are received into the same memory
     */
    record Habits(boolean reuseSource, boolean reuseTarget, Traffic traffic) {
        /** Reuses source and target. */
        static Habits reusing(Traffic traffic) {
            return new Habits(true, true, traffic);
        }

        private boolean turns() {
            return traffic == Traffic.TO_AND_FRO || traffic == Traffic.ALTERNATING;
        }
    }

    /** Direction of messages and the slots they use. */
    enum Traffic {
        /** Messages from PE 0 to PE 1, without waiting, through all slots in turn. */
        STREAM,
        /** Each message starts at the first slot when the previous one has arrived. */
        ONE_BY_ONE,
        /** Alternating directions, each with half of the slots. */
        TO_AND_FRO,
        /** Alternating directions through the same half of the slots. */
        ALTERNATING
    }

    /** Private memory for messages, large enough to exceed the caches if messages don't reuse it. */
    record PipeBuffers(MemorySegment source, MemorySegment target) {
        static PipeBuffers allocate(long bytes) {
            MemorySegment source = Arena.ofAuto().allocate(bytes, 64);
            MemorySegment target = Arena.ofAuto().allocate(bytes, 64);
            for (long i = 0; i < bytes / Long.BYTES; i++) {
                source.setAtIndex(JAVA_LONG, i, i * 0x9e3779b97f4a7c15L);
                target.setAtIndex(JAVA_LONG, i, -1);
            }
            return new PipeBuffers(source, target);
        }
    }

    private final Shmem shmem;
    private final Pipe pipe;
    private final PipeBuffers buffers;
    private final long size;
    private final Habits habits;
    private final long places;
    private long count;

    PipeProbe(Shmem shmem, Pipe pipe, PipeBuffers buffers, long size, Habits habits) {
        super("transfer", size, Sides.EACH, 1, shmem.myPe() < 2);
        this.shmem = shmem;
        this.pipe = pipe;
        this.buffers = buffers;
        this.size = size;
        this.habits = habits;
        this.places = Math.max(1, buffers.source().byteSize() / size);
    }

    @Override
    public void loop(int turns) {
        boolean first = shmem.myPe() == 0;
        for (int i = 0; i < turns; i++) {
            boolean back = habits.turns() && (count & 1) != 0;
            pipe.begin(habits.traffic(), back);
            long place = count % places * size;
            if (first != back) {
                pipe.send(buffers.source(), habits.reuseSource() ? 0 : place, size);
                if (habits.traffic() == Traffic.ONE_BY_ONE) {
                    pipe.complete();
                }
            } else {
                pipe.receive(buffers.target(), habits.reuseTarget() ? 0 : place, size);
            }
            count++;
        }
    }

    /** Compares the last received message with the own source, which is equal on all PEs. */
    @Override
    public void check() {
        if (!acts() || shmem.myPe() == 0 && !habits.turns() || count < 2) {
            return;
        }
        boolean last = shmem.myPe() == 1 != (habits.turns() && (count - 1 & 1) != 0);
        long message = last ? count - 1 : count - 2;
        long place = message % places * size;
        long from = (habits.reuseSource() ? 0 : place) / Long.BYTES;
        long to = (habits.reuseTarget() ? 0 : place) / Long.BYTES;
        for (long i = 0; i < size / Long.BYTES; i++) {
            WrongResultException.check("message of " + size + " bytes", i,
                buffers.target().getAtIndex(JAVA_LONG, to + i), buffers.source().getAtIndex(JAVA_LONG, from + i));
        }
    }

    /**
     * A pipe: the sender copies chunks into free slots of a shared buffer, and the receiver copies them out. Each side
     * counts its chunks in a word that only it writes.
     *
     * <p>Ordering: a count is stored with release after the copy, and loaded with acquire before the other side's copy.
     */
    static final class Pipe {
        private static final int FILLED = 0;
        private static final int EMPTIED = 16;
        private static final int SPINS = 1000;

        private final LongView counts;
        private final MemorySegment slots;
        private final int chunk;
        private final int slotCount;
        private final Lines.Copy sender;
        private long filled;
        private long emptied;
        /** Number of the chunk that uses the first slot. */
        private long start;
        private int firstSlot;
        private int slotsInUse;

        /** Collective; buffer and counts are in PE 0's memory. */
        Pipe(BenchRun bench, SymmetricBytes memory, int chunk, int slotCount, Lines.Copy sender) {
            Shmem shmem = bench.shmem();
            this.sender = sender;
            this.slots = shmem.ptr(memory, 0);
            SymmetricLongs words = bench.keep(shmem.allocateLongs(32, 128).named("counts of chunks"));
            this.counts = shmem.view(words, 0);
            this.chunk = chunk;
            this.slotCount = slotCount;
        }

        /** Selects slots for the next message. They are free unless messages are streamed. */
        void begin(Traffic traffic, boolean back) {
            boolean half = traffic == Traffic.TO_AND_FRO || traffic == Traffic.ALTERNATING;
            slotsInUse = half ? Math.max(1, slotCount / 2) : slotCount;
            firstSlot = traffic == Traffic.TO_AND_FRO && back ? slotCount - slotsInUse : 0;
            start = traffic == Traffic.STREAM ? 0 : filled;
        }

        private long slot(long number) {
            return (firstSlot + (number - start) % slotsInUse) * chunk;
        }

        void send(MemorySegment source, long from, long bytes) {
            for (long done = 0; done < bytes; done += chunk) {
                await(EMPTIED, filled - slotsInUse + 1);
                sender.copy(source, from + done, slots, slot(filled), Math.min(chunk, bytes - done));
                filled++;
                counts.setRelease(FILLED, filled);
            }
            emptied = filled;
        }

        /** Waits until the receiver has copied the whole message. */
        void complete() {
            await(EMPTIED, filled);
        }

        void receive(MemorySegment target, long to, long bytes) {
            for (long done = 0; done < bytes; done += chunk) {
                await(FILLED, emptied + 1);
                MemorySegment.copy(slots, slot(emptied), target, to + done,
                    Math.min(chunk, bytes - done));
                emptied++;
                counts.setRelease(EMPTIED, emptied);
            }
            filled = emptied;
        }

        /** Waits for a count by spinning, because waking a thread takes longer than a chunk; yields after a while. */
        private void await(int index, long count) {
            for (int spins = 0; counts.getAcquire(index) < count; spins++) {
                if (spins < SPINS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
    }
}
