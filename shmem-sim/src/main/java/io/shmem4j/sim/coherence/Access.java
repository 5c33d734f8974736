// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.Protocol.Costs;
import java.util.function.ToLongFunction;

/** Where an access finds a line, or what it has to wait for. */
enum Access {
    FIRST(costs -> 0), SECOND(Costs::second), THIRD(Costs::third), MODIFIED(Costs::modified),
    EXCLUSIVE(Costs::exclusive), INVALIDATE(Costs::invalidate), MEMORY(Costs::memory),
    FAR_MODIFIED(Costs::farModified), FAR_SHARED(Costs::farShared), FAR_INVALIDATE(Costs::farInvalidate),
    FAR_MEMORY(Costs::farMemory);

    private final ToLongFunction<Costs> cost;

    Access(ToLongFunction<Costs> cost) {
        this.cost = cost;
    }

    long picos(Costs costs) {
        return cost.applyAsLong(costs);
    }
}
