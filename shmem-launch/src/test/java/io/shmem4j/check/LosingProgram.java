// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Lines that allocate several times: what they make is in use, or lost. */
public final class LosingProgram {
    private LosingProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            switch (args[0]) {
                case "used" -> use(shmem);
                case "lost" -> lose(shmem);
                default -> throw new IllegalArgumentException(args[0]);
            }
            if (args[1].equals("finish")) {
                shmem.finish();
            }
        }
    }

    private static void use(Shmem shmem) {
        List<Signal> pair = List.of(shmem.allocateSignal(), shmem.allocateSignal());
        SymmetricLongs[] rows = new SymmetricLongs[5];
        List<SymmetricLongs> halves = new ArrayList<>();
        MemorySegment[] segments = new MemorySegment[5];
        for (int i = 0; i < 5; i++) {
            rows[i] = vector(shmem);
            halves.add(shmem.allocateLongs(8).slice(0, 4));
            segments[i] = i % 2 == 0 ? shmem.allocateLongs(8).local() : shmem.ptr(shmem.allocateLongs(8), shmem.myPe());
            vector(shmem).free();
        }
        for (int i = 0; i < 5; i++) {
            halves.get(i).set(0, i);
            rows[i].set(0, halves.get(i).get(0));
            segments[i].set(ValueLayout.JAVA_LONG, 0, rows[i].get(0));
        }
        pair.forEach(signal -> signal.free());
    }

    private static void lose(Shmem shmem) {
        SymmetricLongs kept = vector(shmem);
        for (int i = 0; i < 4; i++) {
            vector(shmem).set(0, i);
        }
        kept.set(0, 1);
    }

    private static SymmetricLongs vector(Shmem shmem) {
        return shmem.allocateLongs(8);
    }
}
