// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import java.util.stream.IntStream;

/**
 * A ping-pong of two PEs through buffers of some lines (sections 3.1 and 3.2), or of several pairs at once (section
 * 3.4). The sender copies its send buffer to the receiver's receive buffer; the receiver polls the last line. The
 * duration is half of the round trip of the slowest pair.
 */
public final class PingPong extends LineAlgorithm {
    /** How long receivers poll before the first message leaves. */
    private static final long AHEAD = 10_000_000;

    private final int size;
    private final boolean inMemory;
    private final int[] partner;
    private final long[] received;
    private final long[] left;

    /** Creates an exchange between PEs 0 and 1. */
    public PingPong(long base, int size, boolean inMemory) {
        this(base, size, inMemory, 1, 0);
    }

    /**
     * Creates an exchange of all pairs.
     *
     * @param size lines of a message; one is moved by a load and a store, more by a bulk copy
     * @param inMemory whether the buffers start in memory or in their owners' caches. The receive buffer of a single
     * line always starts in the cache of its owner, who polls it.
     * @param partner partner of each PE; the smaller number begins
     */
    public PingPong(long base, int size, boolean inMemory, int... partner) {
        super(base, 2 * partner.length * size);
        this.size = size;
        this.inMemory = inMemory;
        this.partner = partner.clone();
        this.received = new long[partner.length];
        this.left = new long[partner.length];
    }

    /** {@return partners in groups of four whose pairs are interleaved} */
    public static int[] interleaved(int pes) {
        return IntStream.range(0, pes).map(pe -> pe ^ 2).toArray();
    }

    /** {@return partners such that all messages pass the same part of the ring: the first with the last, and so on} */
    public static int[] nested(int pes) {
        return IntStream.range(0, pes).map(pe -> pes - 1 - pe).toArray();
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int pe = 0; pe < partner.length; pe++) {
            for (int i = 0; i < size; i++) {
                prepare(chip, pe, receive(pe) - size + i, inMemory);
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
        if (me < partner[me]) {
            pe.waitUntilTime(pe.now() + AHEAD);
            left[me] = pe.now();
            send(pe, 1);
            await(pe);
        } else {
            await(pe);
            send(pe, received[me] + 1);
        }
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        int me = pe.number();
        return me < partner[me] ? (pe.now() - left[me]) / 2 : 0;
    }

    @Override
    public void check() {
        for (int pe = 0; pe < partner.length; pe++) {
            require(pe > partner[pe] || received[pe] == 2, "the message came back as " + received[pe]);
        }
    }

    private void send(VirtualPe pe, long message) {
        int other = partner[pe.number()];
        if (size == 1) {
            pe.read(receive(pe.number()) - 1);
            pe.write(receive(other));
        } else {
            pe.copy(receive(pe.number()) - size, receive(other), size, true);
        }
        received[other] = message;
    }

    private void await(VirtualPe pe) {
        pe.await(receive(pe.number()) + size - 1, () -> received[pe.number()] != 0);
    }

    /** {@return the first line of a PE's receive buffer, which follows its send buffer} */
    private long receive(int pe) {
        return base + (2L * pe + 1) * size;
    }
}
