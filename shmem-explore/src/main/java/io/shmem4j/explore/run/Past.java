// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Previous contents of memory, for early loads. A load may overtake its PE's stores to the PE's own memory, even stores
 * that the PE has read, as on processors with store buffers. It then reads memory as it was before recent stores by
 * other PEs.
 *
 * <p>Each PE has a floor, an index into the changes; loads come after all changes below it. Atomics and the library's
 * steps raise the floor to the latest change. A quiet raises it past the PE's last store, and a load raises it past the
 * change that it has seen, unless that is the PE's own store, which may still be in the store buffer.
 */
final class Past {
    private static final int MOST = 3;

    private final List<Stored> changes = new ArrayList<>();
    private final int[] floors;
    private final boolean near;
    /** Whether a PE has stored to its own memory since its floor was last raised to the latest change. */
    private final boolean[] stored;
    /** Current contents of memory while an early load is shown older contents, otherwise null. */
    private byte[] covered;
    private long coveredAt;

    private record Stored(Step step, byte[] before) {
    }

    Past(int pes, boolean near) {
        this.near = near;
        floors = new int[pes];
        stored = new boolean[pes];
    }

    /** Orders the PE's later loads after its earlier stores. */
    void quiet(int pe) {
        int last = changes.size();
        while (last > floors[pe] && changes.get(last - 1).step.pe() != pe) {
            last--;
        }
        floors[pe] = last;
        stored[pe] = false;
    }

    /** Orders the PE's later loads after all changes so far. */
    void raise(int pe) {
        floors[pe] = changes.size();
        stored[pe] = false;
    }

    /** Records a step that is about to be made. */
    void made(Step step, boolean ordered) {
        if (step.kind() == Step.Kind.LOCAL || step.address() < 0 && step.kind() != Step.Kind.FALL
            || step.kind() == Step.Kind.DEATH) {
            return;
        }
        if (step.kind() == Step.Kind.QUIET) {
            quiet(step.pe());
            return;
        }
        if (step.fixed() || step.kind() == Step.Kind.FALL) {
            raise(step.pe());
            return;
        }
        if (step.kind() == Step.Kind.READ) {
            int seen = latest(step, step.back());
            // A PE may read its store before others do, but its atomic has been in memory by then.
            if (seen >= 0 && (!isBuffered(step.pe(), seen) || changes.get(seen).step.kind() == Step.Kind.UPDATE)) {
                floors[step.pe()] = seen + 1;
            }
            return;
        }
        if (step.writes()) {
            changes.add(new Stored(step, bytes(step.address(), step.bytes())));
        }
        if (step.kind() == Step.Kind.WRITE && step.target() == step.pe() && !ordered) {
            stored[step.pe()] = true;
        } else if (!step.late()) {
            raise(step.pe());
        }
    }

    /** {@return the maximum number of stores by other PEs that a load may precede} */
    int versions(Step load) {
        int count = 0;
        while (stored[load.pe()] && count < MOST) {
            int change = latest(load, count);
            if (change < 0 || isBuffered(load.pe(), change)) {
                break;
            }
            count++;
        }
        return count;
    }

    private boolean isBuffered(int pe, int change) {
        Step step = changes.get(change).step;
        return step.pe() == pe && (near || step.target() == pe);
    }

    /**
     * {@return the latest visible change to a load's bytes above the floor, ignoring the {@code without} newest; or -1}
     */
    private int latest(Step load, int without) {
        int left = without;
        for (int at = changes.size() - 1; at >= floors[load.pe()]; at--) {
            if (changes.get(at).step.overlaps(load.address(), load.bytes()) && --left < 0) {
                return at;
            }
        }
        return -1;
    }

    /** Shows a load older contents of memory until {@link #uncover}. */
    void cover(Step load) {
        coveredAt = load.address();
        covered = bytes(load.address(), load.bytes());
        for (int at = changes.size() - 1, left = load.back(); left > 0; at--) {
            Step change = changes.get(at).step;
            if (change.overlaps(load.address(), load.bytes())) {
                long from = Math.max(change.address(), load.address());
                long to = Math.min(change.address() + change.bytes(), load.address() + load.bytes());
                MemorySegment.copy(MemorySegment.ofArray(changes.get(at).before), from - change.address(),
                    JobMemory.all(), from, to - from);
                left--;
            }
        }
    }

    void uncover() {
        if (covered != null) {
            MemorySegment.copy(MemorySegment.ofArray(covered), 0, JobMemory.all(), coveredAt, covered.length);
            covered = null;
        }
    }

    private static byte[] bytes(long address, long count) {
        byte[] bytes = new byte[Math.toIntExact(count)];
        MemorySegment.copy(JobMemory.all(), address, MemorySegment.ofArray(bytes), 0, bytes.length);
        return bytes;
    }
}
