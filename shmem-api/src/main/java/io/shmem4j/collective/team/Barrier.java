// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.WaitKind;

/**
 * A group's way to wait until all members have arrived.
 *
 * <p>The stores of a member before it arrives are visible to all members that leave. A member that leaves is not
 * signalled by this barrier any more, and members that are still leaving read only the first member's slot.
 */
public interface Barrier {
    /**
     * Waits until all members have called it.
     *
     * @param kind what to publish about the wait
     */
    void sync(WaitKind kind);
}
