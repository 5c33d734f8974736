// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;

/**
 * The baseline's collectives: two-sided messages of a fixed size by two copies, in the four steps of Putigny, Ruelle
 * and Goglin. The sender loads its buffer and stores into a shared cell, the receiver loads the cell and stores into
 * its own buffer. There is one cell per receiver and slot, in the receiver's cache at first, as the last message left
 * it. Sender and receiver spend what the profile says.
 */
public abstract class TwoSided extends LineAlgorithm {
    private final int slots;
    private final int size;
    private final long sendPicos;
    private final long receivePicos;
    private final long[] content;
    private final boolean[] full;

    private TwoSided(long base, int pes, int slots, int size, MessageProfile profile) {
        super(base, (pes * slots + pes) * size);
        this.slots = slots;
        this.size = size;
        this.sendPicos = Math.round(profile.send() * 1000);
        this.receivePicos = Math.round(profile.receive() * 1000);
        this.content = new long[pes * slots];
        this.full = new boolean[pes * slots];
    }

    /** {@return the first line of a PE's own buffer} */
    private long buffer(int pe) {
        return base + (long) (full.length + pe) * size;
    }

    @Override
    public final void prepare(CoherentChip chip) {
        for (int i = 0; i < full.length * size; i++) {
            chip.place(i / (slots * size), base + i, false);
        }
        for (int i = 0; i < full.length / slots * size; i++) {
            chip.place(i / size, buffer(0) + i, false);
        }
    }

    final void send(VirtualPe pe, int receiver, int slot, long value) {
        int cell = receiver * slots + slot;
        pe.spend(sendPicos);
        if (size == 1) {
            pe.read(buffer(pe.number()));
            pe.write(base + cell);
        } else {
            pe.copy(buffer(pe.number()), base + (long) cell * size, size, true);
        }
        content[cell] = value;
        full[cell] = true;
    }

    final long receive(VirtualPe pe, int slot) {
        int cell = pe.number() * slots + slot;
        pe.await(base + (long) (cell + 1) * size - 1, () -> full[cell]);
        if (size > 1) {
            pe.copy(base + (long) cell * size, buffer(pe.number()), size, true);
        } else {
            pe.write(buffer(pe.number()));
        }
        pe.spend(receivePicos);
        return content[cell];
    }

    /** Dissemination with one message per PE and round. */
    public static final class Barrier extends TwoSided {
        private final boolean[] entered;
        private boolean leftEarly;

        public Barrier(long base, int pes, MessageProfile profile) {
            super(base, pes, Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(pes - 1)), 1, profile);
            this.entered = new boolean[pes];
        }

        @Override
        public void run(VirtualPe pe) {
            int me = pe.number();
            entered[me] = true;
            for (int round = 0; 1 << round < entered.length; round++) {
                send(pe, (me + (1 << round)) % entered.length, round, me);
                receive(pe, round);
            }
            for (boolean in : entered) {
                leftEarly |= !in;
            }
        }

        @Override
        public void check() {
            require(!leftEarly, "a PE left the barrier before all had entered");
        }
    }

    /** Messages down a binomial tree. */
    public static final class BinomialBroadcast extends TwoSided {
        private static final long MESSAGE = 0x5EED;

        private final Tree tree;
        private final long[] received;

        public BinomialBroadcast(long base, int pes, int size, MessageProfile profile) {
            super(base, pes, 1, size, profile);
            this.tree = KnomialTree.build(pes, 2);
            this.received = new long[pes];
        }

        @Override
        public void run(VirtualPe pe) {
            int me = pe.number();
            received[me] = me == 0 ? MESSAGE : receive(pe, 0);
            for (int i = 0; i < tree.childCount(me); i++) {
                send(pe, tree.child(me, i), 0, received[me]);
            }
        }

        @Override
        public void check() {
            for (long value : received) {
                require(value == MESSAGE, "a PE did not get the message");
            }
        }
    }

    /** The sum of one item per PE: messages up a binomial tree. */
    public static final class Reduction extends TwoSided {
        private final Tree tree;
        private long result;

        public Reduction(long base, int pes, MessageProfile profile) {
            this(base, KnomialTree.build(pes, 2), profile);
        }

        private Reduction(long base, Tree tree, MessageProfile profile) {
            super(base, tree.size(), Math.max(1, tree.childCount(0)), 1, profile);
            this.tree = tree;
        }

        @Override
        public void run(VirtualPe pe) {
            int me = pe.number();
            long sum = me + 1;
            for (int i = tree.childCount(me) - 1; i >= 0; i--) {
                sum += receive(pe, i);
            }
            if (me == 0) {
                result = sum;
            } else {
                send(pe, tree.parent(me), tree.indexInParent(me), sum);
            }
        }

        @Override
        public void check() {
            long n = tree.size();
            require(result == n * (n + 1) / 2, "the sum is " + result);
        }
    }
}
