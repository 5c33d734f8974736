// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.Backend;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The transfers in flight of all of a PE's contexts, kept at the highest level of checking; its monitor guards them.
 *
 * <p>Contexts complete apart from each other but may share buffers: so the library's own deliveries for one context
 * must not count as stores of the program in another.
 */
public final class Transfers {
    private final Backend backend;
    private final List<PendingTransfer> pending = new ArrayList<>();

    public Transfers(Backend backend) {
        this.backend = backend;
    }

    /** {@return the transfers of a new context, none yet} */
    public InFlight ofContext() {
        return new InFlight(this);
    }

    /** {@return routines and places of the gets that are in flight} */
    public synchronized List<String> gets() {
        return pending.stream().filter(PendingTransfer::fillsBuffer).map(PendingTransfer::started).distinct().toList();
    }

    public synchronized void add(PendingTransfer transfer) {
        pending.add(transfer);
    }

    /**
     * Completes the transfers of a context, or those with some PEs. All are looked at before anything is delivered.
     *
     * @param pes   world numbers; null for all
     * @param count how many numbers of the array to use
     * @return where the last transfer was started whose buffer the program has changed, null if there is none
     */
    public synchronized String complete(InFlight owner, int[] pes, int count) {
        List<PendingTransfer> now = new ArrayList<>();
        List<PendingTransfer> later = new ArrayList<>();
        for (PendingTransfer transfer : pending) {
            (transfer.belongs(owner, pes, count) ? now : later).add(transfer);
        }
        pending.clear();
        pending.addAll(later);
        String changed = null;
        for (PendingTransfer transfer : now) {
            if (!transfer.intact()) {
                changed = transfer.started();
            }
        }
        for (PendingTransfer transfer : now) {
            MemorySegment delivered = transfer.deliver(backend);
            for (int i = 0; delivered != null && i < later.size(); i++) {
                later.get(i).deliveredElsewhere(delivered);
            }
        }
        return changed;
    }
}
