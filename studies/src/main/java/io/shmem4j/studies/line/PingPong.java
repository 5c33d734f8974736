// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/**
 * A ping-pong of PEs 0 and 1 through buffers of some lines (sections 3.1 and 3.2): the sender copies its send buffer to
 * the receiver's receive buffer, the receiver polls the last line. Its duration is half of the way there and back.
 */
public final class PingPong extends LineAlgorithm {
    /** The receivers poll for so long before the first message leaves. */
    private static final long AHEAD = 10_000_000;

    private final int size;
    private final boolean inMemory;
    private final long[] received = new long[2];
    private long left;

    /**
     * One exchange.
     *
     * @param size     lines of a message; one is moved by a load and a store, more by a bulk copy
     * @param inMemory whether the buffers are in memory at first, else in their owners' caches; the receive buffer of a
     *                 single line is always in its owner's cache, which polls it
     */
    public PingPong(long base, int size, boolean inMemory) {
        super(base);
        this.size = size;
        this.inMemory = inMemory;
    }

    @Override
    public int lines() {
        return 4 * size;
    }

    @Override
    public void prepare(CoherentChip chip) {
        prepare(chip, 0, 0);
        prepare(chip, 1, 1);
    }

    /** Prepares the buffers of one side, which runs on a core of that number. */
    void prepare(CoherentChip chip, int core, int side) {
        for (int i = 0; i < size; i++) {
            prepare(chip, core, send(side) + i, inMemory);
            prepare(chip, core, receive(side) + i, inMemory && size > 1);
        }
    }

    private static void prepare(CoherentChip chip, int core, long line, boolean memory) {
        if (memory) {
            chip.flush(line);
        } else {
            chip.place(core, line, false);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        if (pe.number() < 2) {
            run(pe, pe.number());
        }
    }

    /** One side's part: 0 begins, 1 answers. */
    void run(VirtualPe pe, int side) {
        if (side == 0) {
            pe.waitUntilTime(pe.now() + AHEAD);
            left = pe.now();
            send(pe, side, 1);
            receive(pe, side);
        } else {
            receive(pe, side);
            send(pe, side, received[side] + 1);
        }
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return duration(pe, pe.number());
    }

    long duration(VirtualPe pe, int side) {
        return side == 0 ? (pe.now() - left) / 2 : 0;
    }

    @Override
    public void check() {
        require(received[0] == 2, "the message came back as " + received[0]);
    }

    private void send(VirtualPe pe, int me, long message) {
        int other = 1 - me;
        if (size == 1) {
            pe.read(send(me));
            pe.write(receive(other));
        } else {
            pe.copy(send(me), receive(other), size, true);
        }
        received[other] = message;
    }

    private void receive(VirtualPe pe, int me) {
        pe.await(receive(me) + size - 1, () -> received[me] != 0);
    }

    private long send(int side) {
        return base + 2L * side * size;
    }

    private long receive(int side) {
        return send(side) + size;
    }
}
