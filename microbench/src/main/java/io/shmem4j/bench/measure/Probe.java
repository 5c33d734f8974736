// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/**
 * A measured operation. Each has a class with its own loop, so that the compiler specializes the loop for it.
 *
 * <p>Counters are fields because loops of any length follow one another, and a PE may run many short loops while
 * another PE runs a long one.
 */
public abstract class Probe {
    /** The PEs that run a loop. */
    public enum Sides {
        /** PE 0; the other PEs wait in a barrier. */
        ORIGIN(1),
        /** PE 0 and its peer in lockstep. */
        PAIR(2),
        ALL(Integer.MAX_VALUE),
        /** All PEs independently; the time ends when the last one has finished. */
        EACH(Integer.MAX_VALUE),
        /** All PEs in lockstep; each times its calls, and the mean is the result. */
        INSIDE(Integer.MAX_VALUE);

        private final int most;

        Sides(int most) {
            this.most = most;
        }

        /** {@return the number of PEs that run the loop} */
        int count(int nPes) {
            return Math.min(most, nPes);
        }

        boolean meets() {
            return this == ALL || this == EACH || this == INSIDE;
        }

        /** {@return whether PEs run in lockstep} */
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

    /**
     * A probe for PEs that run independently; {@code actors} PEs operate concurrently, which rates take into account.
     */
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

    /** {@return whether this PE runs the loop, if PEs run independently} */
    public final boolean acts() {
        return acts;
    }

    /** {@return nanoseconds that this PE spent in the calls of its last loop, if PEs time their calls} */
    public long inside() {
        throw new UnsupportedOperationException(name + " does not time its calls");
    }

    /** {@return the number of PEs that operate concurrently} */
    public final int actors() {
        return actors;
    }

    /** {@return the number of successive operations in a turn, such as 2 for a ping-pong} */
    public int operations() {
        return 1;
    }

    /** Initializes data; called once on each PE that runs loops. */
    public void prepare() {
        // Optional: memory is zeroed.
    }

    public abstract void loop(int turns);

    /** Called instead of the loop on PEs that don't run it. */
    public void accompany() {
        // Optional: these PEs wait in a barrier.
    }

    /** Checks the results of the loops; called on all participating PEs. */
    public void check() {
        // Optional, for probes that move no data.
    }
}
