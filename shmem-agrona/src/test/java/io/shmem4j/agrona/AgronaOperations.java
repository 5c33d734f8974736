// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.failing.Operation;
import java.util.List;
import java.util.function.Supplier;

/** What all PEs make for agrona. */
public final class AgronaOperations implements Supplier<List<Operation>> {
    @Override
    public List<Operation> get() {
        return List.of(Operation.allocation("PeCounters", shmem -> PeCounters.allocate(shmem, 4)::free),
            Operation.allocation("ErrorLog", shmem -> ErrorLog.allocate(shmem, 1024)::free));
    }
}
