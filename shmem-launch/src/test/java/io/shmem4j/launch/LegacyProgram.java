// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.legacy.LegacyShmem;

/** Programs that start the library in the old way and end it in different ones. */
@SuppressWarnings("deprecation")
public final class LegacyProgram {
    private LegacyProgram() {
    }

    public static void main(String[] args) {
        LegacyShmem.startPes(0);
        int me = LegacyShmem.myPe();
        SymmetricLongs x = LegacyShmem.shmem().allocateLongs(1);
        switch (args[0]) {
            case "return" -> LegacyShmem.shmem().barrierAll();
            case "leave early" -> {
                // PE 0 is gone soon, and its memory is still there.
                for (int i = 0; me != 0 && i < 1000; i++) {
                    LegacyShmem.shmem().fetchAdd(x, 0, 1L, 0);
                    Thread.yield();
                }
            }
            case "exit 0" -> System.exit(0);
            case "exit 5" -> System.exit(5);
            case "throw" -> throw new IllegalStateException("on purpose");
            case "finish" -> Shmem.current().finish();
            case "start twice" -> LegacyShmem.startPes(0);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
