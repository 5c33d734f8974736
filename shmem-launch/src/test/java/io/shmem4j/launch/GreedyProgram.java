// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Opens all files that its process may, for longer than it takes the library to want one. */
public final class GreedyProgram {
    private static final long GREEDY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private GreedyProgram() {
    }

    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            List<InputStream> open = openAll();
            long start = System.nanoTime();
            while (System.nanoTime() - start < GREEDY_NANOS) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            for (InputStream each : open) {
                each.close();
            }
            shmem.barrierAll();
            System.out.println("went on");
        }
    }

    private static List<InputStream> openAll() {
        List<InputStream> open = new ArrayList<>();
        while (true) {
            try {
                open.add(new FileInputStream("/dev/null"));
            } catch (FileNotFoundException e) {
                return open;
            }
        }
    }
}
