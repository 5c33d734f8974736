// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.algorithm;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

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
     * @param base     first line
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
        for (int pe = 0; pe < 2; pe++) {
            for (int i = 0; i < size; i++) {
                prepare(chip, pe, send(pe) + i, inMemory);
                prepare(chip, pe, receive(pe) + i, inMemory && size > 1);
            }
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
        int me = pe.number();
        if (me == 0) {
            pe.waitUntilTime(pe.now() + AHEAD);
            left = pe.now();
            send(pe, 1);
            receive(pe);
        } else if (me == 1) {
            receive(pe);
            send(pe, received[1] + 1);
        }
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return pe.number() == 0 ? (pe.now() - left) / 2 : 0;
    }

    @Override
    public void check() {
        require(received[0] == 2, "the message came back as " + received[0]);
    }

    private void send(VirtualPe pe, long message) {
        int me = pe.number();
        int other = 1 - me;
        if (size == 1) {
            pe.read(send(me));
            pe.write(receive(other));
        } else {
            pe.copy(send(me), receive(other), size, true);
        }
        received[other] = message;
    }

    private void receive(VirtualPe pe) {
        int me = pe.number();
        pe.await(receive(me) + size - 1, () -> received[me] != 0);
    }

    private long send(int pe) {
        return base + 2L * pe * size;
    }

    private long receive(int pe) {
        return send(pe) + size;
    }
}
