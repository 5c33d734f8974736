// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/**
 * One measured operation, as a loop over it in a class of its own, so that the compiled loop holds nothing else.
 *
 * <p>A probe keeps its counts in fields: loops of any lengths follow one another, and one PE may run many short loops
 * while another runs a long one.
 */
public abstract class Probe {
    /** PEs that run the loop. */
    public enum Sides {
        /** PE 0; the others wait in a barrier. */
        ORIGIN(1),
        /** PE 0 and its peer, in step. */
        PAIR(2),
        ALL(Integer.MAX_VALUE),
        /** All PEs, each for itself; the time ends when all are done. */
        EACH(Integer.MAX_VALUE),
        /** All PEs, in step; each times its own calls, and the mean over PEs counts. */
        INSIDE(Integer.MAX_VALUE);

        private final int most;

        Sides(int most) {
            this.most = most;
        }

        /** {@return number of PEs that run the loop} */
        int count(int nPes) {
            return Math.min(most, nPes);
        }

        boolean meets() {
            return this == ALL || this == EACH || this == INSIDE;
        }

        /** {@return whether the PEs of a loop go on together, turn by turn} */
        boolean together() {
            return this == ALL || this == INSIDE;
        }
    }

    private final String name;
    private final long bytes;
    private final Sides sides;
    private final int actors;
    private final boolean acts;

    protected Probe(String name, long bytes, Sides sides) {
        this(name, bytes, sides, 1, true);
    }

    /** A probe that some PEs run, each for itself; the actors do the operation at the same time, for rates. */
    protected Probe(String name, long bytes, Sides sides, int actors, boolean acts) {
        this.name = name;
        this.bytes = bytes;
        this.sides = sides;
        this.actors = actors;
        this.acts = acts;
    }

    public final String name() {
        return name;
    }

    public final long bytes() {
        return bytes;
    }

    public final Sides sides() {
        return sides;
    }

    /** {@return whether this PE runs the loop; asked where each PE works for itself} */
    public final boolean acts() {
        return acts;
    }

    /** {@return nanoseconds that this PE spent in the calls of its last loop; asked where each times its own} */
    public long inside() {
        throw new UnsupportedOperationException(name + " does not time its calls");
    }

    /** {@return PEs that do the operation at the same time, for rates} */
    public final int actors() {
        return actors;
    }

    /** {@return operations one after the other that a turn of the loop consists of: 2 for a ping and its pong} */
    public int operations() {
        return 1;
    }

    /** Sets up the data of the loops; called once on the PEs that run them. */
    public void prepare() {
        // Most need no more than zeroed memory.
    }

    public abstract void loop(int turns);

    /** Work of a PE that does not act meanwhile. */
    public void accompany() {
        // Most wait for the others.
    }

    /** Verifies the loops' results; called on all PEs that take part. */
    public void check() {
        // Some move no data.
    }
}
