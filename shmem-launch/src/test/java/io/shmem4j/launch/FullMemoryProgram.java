// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** The last PE touches more symmetric memory than there is, in the way its argument says, while the others need it. */
public final class FullMemoryProgram {
    private static final int COUNT = 1 << 20;

    private FullMemoryProgram() {
    }

    /** How the memory is touched. */
    enum Way {
        /** Element by element on another PE. */
        P,
        /** One copy to another PE. */
        PUT,
        /** Atomics. */
        ADD,
        /** Its own copy's segment. */
        LOCAL,
        /** A collective. */
        REDUCE,
        /** A checkpoint, on all PEs. */
        CHECKPOINT
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs block = shmem.allocateLongs(COUNT);
            shmem.barrierAll();
            if (shmem.myPe() == shmem.nPes() - 1) {
                touch(shmem, block, Way.valueOf(args[0]));
            } else if (Way.valueOf(args[0]) == Way.REDUCE || Way.valueOf(args[0]) == Way.CHECKPOINT) {
                touch(shmem, block, Way.valueOf(args[0]));
            }
            shmem.barrierAll();
        }
        throw new AssertionError("there was enough memory");
    }

    private static void touch(Shmem shmem, SymmetricLongs block, Way way) {
        switch (way) {
            case P -> {
                for (int i = 0; i < COUNT; i++) {
                    shmem.p(block, i, 1, 0);
                }
            }
            case PUT -> shmem.put(block, 0, new long[COUNT], 0, COUNT, 0);
            case ADD -> {
                for (int i = 0; i < COUNT; i++) {
                    shmem.add(block, i, 1, 0);
                }
            }
            case LOCAL -> block.local().fill((byte) 1);
            case REDUCE -> shmem.world().sumReduce(block, block, COUNT);
            case CHECKPOINT -> shmem.checkpoint();
        }
    }
}
