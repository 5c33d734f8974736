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
     * @param numbers the array
     * @param from    index of the first
     * @param cached  whether they are in the core's caches rather than in memory
     */
    record Private(double[] numbers, int from, boolean cached) implements Place {
    }

    /** A flag of a core, which is a line outside of the buffers. */
    record Flag(int core, int flag, long value) implements Place {
    }

    /** Uncached shared memory at the controller of a core. */
    record Shared(int core) implements Place {
    }

    /**
     * The test-and-set register of a core: a read returns and sets it, a write clears it.
     *
     * @param acquired gets at index 0 whether a read found it clear
     */
    record TestAndSet(int core, boolean[] acquired) implements Place {
    }

    /** The core's registers, which cost nothing. */
    record Registers() implements Place {
    }
}
