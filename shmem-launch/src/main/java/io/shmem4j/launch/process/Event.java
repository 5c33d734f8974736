// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

/** What can happen to a running job; other threads put these in a queue, the launcher's main thread acts on them. */
public sealed interface Event {
    /**
     * A PE's process has ended.
     *
     * @param process the PE
     */
    record Exited(PeProcess process) implements Event { }

    /** This process got a signal that ends it. */
    record Interrupted() implements Event { }

    /**
     * This process got a signal that is meant for the PEs.
     *
     * @param number the signal's
     */
    record Signalled(int number) implements Event { }

    /** Nobody reads our output any more. */
    record OutputClosed() implements Event { }
}
