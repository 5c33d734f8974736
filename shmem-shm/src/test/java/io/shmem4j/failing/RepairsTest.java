// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A PE's first lock starts the thread that repairs what errors leave; if that fails, the next one starts it. */
class RepairsTest {
    private static final Set<Thread> BEFORE = new HashSet<>();

    private static String site;

    @Test
    void areMadeThoughTheirThreadCouldNotStartAtFirst() throws ReflectiveOperationException {
        Method inLoader = new FailingLoader().loadClass(RepairsTest.class.getName()).getDeclaredMethod("failEachCall");
        inLoader.setAccessible(true);
        inLoader.invoke(null);
    }

    /** Called as the failing loader has loaded it. */
    private static void failEachCall() {
        // The first job loads classes and links call sites.
        lockTwice(Integer.MAX_VALUE);
        boolean atStart = false;
        int k = 0;
        do {
            lockTwice(++k);
            atStart |= site != null && site.contains("Thread.start");
        } while (site != null);
        assertTrue(atStart, k + " calls, none of which starts a thread");
    }

    private static void lockTwice(int k) {
        Shmem.run(1, () -> {
            try (Shmem shmem = Shmem.init()) {
                SymmetricLongs words = shmem.allocateLongs(1);
                BEFORE.addAll(repairers());
                try {
                    KthCall.arm(Fault.OUT_OF_MEMORY, k);
                    lockOnce(words.lock(0));
                } catch (OutOfMemoryError _) {
                    // The next call goes on.
                } finally {
                    site = KthCall.disarm();
                }
                lockOnce(words.lock(0));
                Set<Thread> now = repairers();
                now.removeAll(BEFORE);
                assertEquals(1, now.size(), () -> "k = " + k + " at " + site);
                shmem.finish();
            }
        });
    }

    private static void lockOnce(ShmemLock lock) {
        lock.lock();
        lock.unlock();
    }

    private static Set<Thread> repairers() {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().equals("shmem4j helper"))
            .collect(Collectors.toCollection(HashSet::new));
    }
}
