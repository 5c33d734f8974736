// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import java.lang.foreign.MemorySegment;

/**
 * The buffers of one context's non-blocking calls between start and quiet, kept at the highest level of checking.
 *
 * <p>A get reads only at quiet. Until then its target is poisoned, so a program that forgets the quiet computes with
 * {@code 0xDB} bytes wherever it runs. A target or source that the program writes before quiet is reported there, with
 * the place of the call that started the transfer.
 */
public final class InFlight {
    private final Transfers all;

    public InFlight(Transfers all) {
        this.all = all;
    }

    /** A put has started. */
    public void put(int pe, MemorySegment source, long first, long bytes) {
        all.add(PendingTransfer.put(this, pe, source.asSlice(first, bytes)));
    }

    /** A get starts; quiet makes it. */
    public void get(int pe, long offset, MemorySegment target, long first, long bytes) {
        all.add(PendingTransfer.get(this, pe, target.asSlice(first, bytes), offset));
    }

    /** An atomic has run; its result is delivered by quiet. */
    public void result(int pe, MemorySegment array, long first, long bytes) {
        all.add(PendingTransfer.result(this, pe, array.asSlice(first, bytes)));
    }

    /** Completes all transfers, or those with some PEs; {@code pes} is null for all. */
    public void complete(int[] pes, int count) {
        String changed = all.complete(this, pes, count);
        if (changed != null) {
            throw new IllegalStateException(Fault.where() + ": the program has changed the local buffer of " + changed
                + " before this; it is in use until then");
        }
    }
}
