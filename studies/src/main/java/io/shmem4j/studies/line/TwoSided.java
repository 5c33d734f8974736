// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;

/**
 * Collectives of an MPI: two-sided messages of a fixed size by two copies, in the four steps of Putigny, Ruelle and
 * Goglin. The sender loads its buffer and stores into a shared cell; the receiver loads the cell, stores into its own
 * buffer and marks the cell as free. Each pair of PEs whose distance is a power of two has two cells, which start in
 * the receiver's cache, where the last message left them. The profile gives the software's cost for sender and
 * receiver.
 *
 * <p>The root advances by one PE per call, as in the Intel MPI Benchmarks.
 */
public abstract class TwoSided extends RowOfCalls {
    private static final int CELLS = 2;

    final int n;
    private final int ways;
    private final int size;
    private final long sendPicos;
    private final long receivePicos;
    private final long[] content;
    /** Messages sent to and received by each PE, indexed by log2 of the partner's distance. */
    private final int[] sent;
    private final int[] taken;

    private TwoSided(long base, int pes, int size, MessageProfile profile) {
        super(base, (CELLS * ways(pes) + 1) * pes * size);
        this.n = pes;
        this.ways = ways(pes);
        this.size = size;
        this.sendPicos = Math.round(profile.send() * 1000);
        this.receivePicos = Math.round(profile.receive() * 1000);
        this.content = new long[CELLS * ways * pes];
        this.sent = new int[ways * pes];
        this.taken = new int[ways * pes];
    }

    private static int ways(int pes) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, pes - 1));
    }

    /** {@return the first line of a PE's own buffer} */
    private long buffer(int pe) {
        return base + (long) (content.length + pe) * size;
    }

    @Override
    public final void prepare(CoherentChip chip) {
        for (int i = 0; i < content.length * size; i++) {
            chip.place(i / (CELLS * ways * size), base + i, false);
        }
        for (int i = 0; i < n * size; i++) {
            chip.place(i / size, buffer(0) + i, false);
        }
    }

    private static int exponent(int distance) {
        return Integer.numberOfTrailingZeros(distance);
    }

    /** {@return a cell's last line, which the receiver polls and which holds the free flag} */
    private long flag(int cell) {
        return base + (long) (cell + 1) * size - 1;
    }

    final void send(VirtualPe pe, int receiver, int distance, long value) {
        int pair = receiver * ways + exponent(distance);
        int number = sent[pair];
        int cell = CELLS * pair + number % CELLS;
        pe.spend(sendPicos);
        pe.await(flag(cell), () -> taken[pair] > number - CELLS);
        if (size == 1) {
            pe.read(buffer(pe.number()));
            pe.write(base + cell);
        } else {
            pe.copy(buffer(pe.number()), base + (long) cell * size, size, true);
        }
        content[cell] = value;
        sent[pair]++;
    }

    final long receive(VirtualPe pe, int distance) {
        int pair = pe.number() * ways + exponent(distance);
        int number = taken[pair];
        int cell = CELLS * pair + number % CELLS;
        pe.await(flag(cell), () -> sent[pair] > number);
        if (size > 1) {
            pe.copy(base + (long) cell * size, buffer(pe.number()), size, true);
        } else {
            pe.write(buffer(pe.number()));
        }
        long value = content[cell];
        pe.write(flag(cell));
        taken[pair]++;
        pe.spend(receivePicos);
        return value;
    }

    /** Dissemination with one message per PE and round. */
    static final class Barrier extends TwoSided {
        private int entered;

        Barrier(long base, int pes, MessageProfile profile) {
            super(base, pes, 1, profile);
        }

        @Override
        void call(VirtualPe pe, int call) {
            entered++;
            for (int distance = 1; distance < n; distance <<= 1) {
                send(pe, (pe.number() + distance) % n, distance, call);
                receive(pe, distance);
            }
            wrong |= entered < (call + 1) * n;
        }
    }

    /** Messages down a binomial tree. */
    public static final class MessageTree extends TwoSided {
        public MessageTree(long base, int pes, int size, MessageProfile profile) {
            super(base, pes, size, profile);
        }

        @Override
        void call(VirtualPe pe, int call) {
            int root = call % n;
            int node = Math.floorMod(pe.number() - root, n);
            int distance = Integer.lowestOneBit(node);
            long message = call;
            if (node == 0) {
                distance = Integer.highestOneBit(2 * n - 1);
            } else {
                message = receive(pe, distance);
            }
            wrong |= message != call;
            for (int next = distance >> 1; next > 0; next >>= 1) {
                if (node + next < n) {
                    send(pe, (pe.number() + next) % n, next, message);
                }
            }
        }
    }

    /** The sum of one item per PE: messages up a binomial tree. */
    static final class Reduction extends TwoSided {
        Reduction(long base, int pes, MessageProfile profile) {
            super(base, pes, 1, profile);
        }

        @Override
        void call(VirtualPe pe, int call) {
            int node = Math.floorMod(pe.number() - call % n, n);
            long sum = node + 1L;
            for (int distance = 1; distance < n; distance <<= 1) {
                if ((node & distance) != 0) {
                    send(pe, Math.floorMod(pe.number() - distance, n), distance, sum);
                    return;
                }
                if (node + distance < n) {
                    sum += receive(pe, distance);
                }
            }
            wrong |= sum != (long) n * (n + 1) / 2;
        }
    }
}
