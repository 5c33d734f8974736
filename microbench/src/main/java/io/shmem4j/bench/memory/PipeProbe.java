// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Messages from PE 0 to PE 1 through the pipe, or to and fro. */
final class PipeProbe extends Probe {
    /**
     * How messages follow one another.
     *
     * @param reuseSource whether the next one is sent from the same memory
     * @param reuseTarget whether it is received into the same
     * @param alternate   whether it goes the other way
     * @param complete    whether it waits until the last one has arrived
     */
    record Habits(boolean reuseSource, boolean reuseTarget, boolean alternate, boolean complete) {
    }

    /** Private memory for messages; long enough to leave the caches when messages walk through it. */
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
        super("transfer", size, Sides.EACH);
        this.shmem = shmem;
        this.pipe = pipe;
        this.buffers = buffers;
        this.size = size;
        this.habits = habits;
        this.places = Math.max(1, buffers.source().byteSize() / size);
    }

    @Override
    public boolean acts() {
        return shmem.myPe() < 2;
    }

    @Override
    public void loop(int turns) {
        boolean first = shmem.myPe() == 0;
        for (int i = 0; i < turns; i++) {
            boolean sends = first != (habits.alternate() && (count & 1) != 0);
            long place = count % places * size;
            if (sends) {
                pipe.send(buffers.source(), habits.reuseSource() ? 0 : place, size);
                if (habits.complete()) {
                    pipe.complete();
                }
            } else {
                pipe.receive(buffers.target(), habits.reuseTarget() ? 0 : place, size);
            }
            count++;
        }
    }

    /** All PEs have the same numbers in their sources; the last message received is compared with the message sent. */
    @Override
    public void check() {
        if (!acts() || shmem.myPe() == 0 && !habits.alternate() || count < 2) {
            return;
        }
        boolean last = shmem.myPe() == 1 != (habits.alternate() && (count - 1 & 1) != 0);
        long message = last ? count - 1 : count - 2;
        long place = message % places * size;
        long from = (habits.reuseSource() ? 0 : place) / Long.BYTES;
        long to = (habits.reuseTarget() ? 0 : place) / Long.BYTES;
        for (long i = 0; i < size / Long.BYTES; i++) {
            WrongResultException.check("message of " + size + " bytes", i,
                buffers.target().getAtIndex(JAVA_LONG, to + i), buffers.source().getAtIndex(JAVA_LONG, from + i));
        }
    }
}
