// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/** Source or destination of a transfer's lines. */
public sealed interface Place {
    /** Neighbouring lines of a message-passing buffer. */
    record Mpb(int core, int line) implements Place {
    }

    /**
     * Numbers in a core's private memory.
     *
     * @param numbers an array that has them
     * @param from    index of the first
     * @param cached  whether the core's caches have them; else they are behind its memory controller
     */
    record Private(double[] numbers, int from, boolean cached) implements Place {
    }

    /** A flag: a line of its own beside the buffer of a core. */
    record Flag(int core, int flag, long value) implements Place {
    }

    /** Shared memory without caches, behind the controller of a core. */
    record Shared(int core) implements Place {
    }

    /**
     * The register of a core that a read returns and sets, and a write clears.
     *
     * @param core  whose
     * @param acquired whether a read found it clear, at index 0
     */
    record TestAndSet(int core, boolean[] acquired) implements Place {
    }

    /** Nowhere: the core's registers. */
    record Registers() implements Place {
    }
}
