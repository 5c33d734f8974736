// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A virtual PE whose stores to others arrive late and in another order, as the specification allows until a fence. A
 * program that lacks a fence fails here for some seeds, though the chip would forgive it.
 *
 * <p>A store waits in a list. Whenever the PE accesses memory, a few stores, chosen at random, arrive first. All of
 * them arrive at a fence, a quiet, a signal of the library, the begin of a wait and a change of state. Atomics
 * overtake them.
 */
final class ReorderingBackend extends SimBackend {
    private static final int MOST_LATE = 16;

    private final SplittableRandom random;
    private final List<Store> late = new ArrayList<>();

    /** A store on its way. */
    private record Store(int holder, long offset, byte[] data) {
    }

    ReorderingBackend(SimJob job, VirtualPe pe, long seed) {
        super(job, pe);
        this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + pe.number());
    }

    private void delay(int holder, long offset, byte[] data) {
        late.add(new Store(holder, offset, data));
        if (late.size() > MOST_LATE) {
            oneArrives();
        }
    }

    /** Stores to other PEs are on their way now. */
    @Override
    protected boolean delays(int holder, long offset, long value, int bytes) {
        if (holder == pe()) {
            return false;
        }
        byte[] data = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            data[i] = (byte) (value >>> Byte.SIZE * i);
        }
        delay(holder, offset, data);
        return true;
    }

    private void oneArrives() {
        int drawn = random.nextInt(late.size());
        Store store = late.get(drawn);
        late.set(drawn, late.getLast());
        late.removeLast();
        super.write(store.holder, store.offset, MemorySegment.ofArray(store.data), 0, store.data.length);
    }

    private void allArrive() {
        while (!late.isEmpty()) {
            oneArrives();
        }
    }

    @Override
    protected void touch(Access access, int holder, long offset, long bytes) {
        while (!late.isEmpty() && random.nextBoolean()) {
            oneArrives();
        }
        super.touch(access, holder, offset, bytes);
    }

    @Override
    public void write(int holder, long offset, Object array, int index, ValueLayout layout, int count) {
        if (holder == pe()) {
            super.write(holder, offset, array, index, layout, count);
            return;
        }
        byte[] data = new byte[Math.toIntExact(count * layout.byteSize())];
        MemorySegment.copy(array, index, MemorySegment.ofArray(data), layout.withByteAlignment(1), 0, count);
        delay(holder, offset, data);
    }

    @Override
    public void write(int holder, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (holder == pe()) {
            super.write(holder, offset, source, sourceOffset, bytes);
            return;
        }
        byte[] data = new byte[Math.toIntExact(bytes)];
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, sourceOffset, data, 0, data.length);
        delay(holder, offset, data);
    }

    @Override
    public void copy(int toPe, long to, int fromPe, long from, long bytes) {
        if (toPe == pe()) {
            super.copy(toPe, to, fromPe, from, bytes);
            return;
        }
        byte[] data = new byte[Math.toIntExact(bytes)];
        read(fromPe, from, MemorySegment.ofArray(data), 0, bytes);
        delay(toPe, to, data);
    }

    @Override
    public void fence() {
        allArrive();
    }

    @Override
    public void quiet() {
        allArrive();
    }

    @Override
    public void cellSet(int holder, long cell, long value) {
        allArrive();
        super.cellSet(holder, cell, value);
    }

    @Override
    public long cellAdd(int holder, long cell, long value) {
        allArrive();
        return super.cellAdd(holder, cell, value);
    }

    @Override
    public Waiter waiter() {
        allArrive();
        return super.waiter();
    }

    @Override
    public void enter(PeState newState) {
        allArrive();
        super.enter(newState);
    }
}
