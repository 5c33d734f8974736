// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@link ShmemTestTest} has JUnit run; most of them fail, as they shall. */
final class Samples {
    private Samples() {
    }

    /** PEs on threads. */
    static class Threads {
        @TempDir
        Path folder;

        @ShmemTest(pes = {1, 2, 4})
        void adds(Shmem shmem) {
            SymmetricLongs sum = shmem.allocateLongs(1);
            shmem.add(sum, 0, shmem.myPe(), 0);
            shmem.barrierAll();
            assertEquals(shmem.nPes() * (shmem.nPes() - 1) / 2, shmem.g(sum, 0, 0));
            shmem.barrierAll();
        }

        @ShmemTest(pes = 2)
        void sharesOtherParameters(@TempDir Path given, Shmem shmem) {
            assertTrue(Files.isDirectory(given) && Files.isDirectory(folder));
            assertEquals(2, shmem.nPes());
        }

        @ShmemTest(pes = 4)
        void failsOnOddPes(Shmem shmem) {
            shmem.barrierAll();
            assertEquals(0, shmem.myPe() % 2, "even");
        }

        @ShmemTest(pes = 3)
        void hangs(Shmem shmem) {
            SymmetricLongs flag = shmem.allocateLongs(1).named("never set");
            if (shmem.myPe() == 1) {
                flag.waitUntil(0, Cmp.NE, 0);
            }
            shmem.barrierAll();
        }

        @ShmemTest(pes = 2)
        void assumesMore(Shmem shmem) {
            Assumptions.assumeTrue(shmem.nPes() > 2);
        }

        @ShmemTest(pes = {2, 0})
        void hasNoPes(Shmem shmem) {
            throw new IllegalStateException("never called");
        }

        @ShmemTest(options = "--heap-size=1m")
        void hasOptions(Shmem shmem) {
            throw new IllegalStateException("never called");
        }

        @ShmemTest(pes = 1)
        void throwsAThrowable(Shmem shmem) throws Throwable {
            throw new Throwable("bare");
        }

        @ShmemTest(pes = 2)
        @Timeout(1)
        void endsByAnInterrupt(Shmem shmem) {
            while (shmem.myPe() == 1) {
                if (Thread.interrupted()) {
                    throw new IllegalStateException("interrupted");
                }
            }
            shmem.barrierAll();
        }
    }

    /** PEs in many schedules. */
    static class Explored {
        @ExploreTest(value = "dpor", pes = {1, 2})
        void passesOn(Shmem shmem) {
            passOn(shmem, true);
        }

        @ExploreTest
        void lacksAFence(Shmem shmem) {
            passOn(shmem, false);
        }

        @ExploreTest("auto early")
        void pollsByLoads(Shmem shmem) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            if (shmem.myPe() == 0) {
                shmem.p(data, 0, 42, 1);
                shmem.fence();
                shmem.p(flag, 0, 1, 1);
                return;
            }
            while (flag.get(0) == 0) {
                Thread.onSpinWait();
            }
            assertEquals(42, data.get(0));
        }

        @ExploreTest("auto crash")
        void waitsForTheDead(Shmem shmem) {
            shmem.barrierAll();
        }

        @ExploreTest(pes = {})
        void hasNoPes(Shmem shmem) {
            throw new IllegalStateException("never called");
        }

        private static void passOn(Shmem shmem, boolean fence) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            int next = (shmem.myPe() + 1) % shmem.nPes();
            shmem.p(data, 0, 42, next);
            if (fence) {
                shmem.fence();
            }
            shmem.p(flag, 0, 1, next);
            flag.waitUntil(0, Cmp.EQ, 1);
            assertEquals(42, data.get(0));
        }
    }

    /** PEs on processes. */
    static class Processes extends Inherited {
        private long pid;

        @BeforeEach
        void lookUp() {
            pid = ProcessHandle.current().pid();
        }

        @AfterEach
        void tearDown() {
            System.out.println("torn down in " + pid);
        }

        @ShmemTest(pes = 2, processes = true, options = "--pes-per-jvm=1")
        void areDifferent(Shmem shmem) {
            SymmetricLongs pids = shmem.allocateLongs(2);
            shmem.p(pids, shmem.myPe(), pid, 1 - shmem.myPe());
            shmem.barrierAll();
            assertTrue(pids.get(1 - shmem.myPe()) != pid && pid > 0);
        }

        @ShmemTest(pes = 2, processes = true)
        void failsOnOne(Shmem shmem) {
            System.err.println("about to fail");
            assertEquals(0, shmem.myPe(), "zero");
            shmem.barrierAll();
        }

        @ShmemTest(pes = 2, processes = true, options = "--keep-going")
        void failsOnOneAndAssumesOnTheOther(Shmem shmem) {
            Assumptions.assumeTrue(shmem.myPe() > 0);
            fail("one");
        }

        @ShmemTest(pes = 3, processes = true, options = "--backend=local")
        void shareAJvm(Shmem shmem) {
            assertEquals(3, shmem.nPes());
        }

        @ShmemTest(processes = true)
        @Timeout(2)
        void compute(Shmem shmem) {
            while (true) {
                Thread.onSpinWait();
            }
        }

        @OnOneProcess
        void knowsAComposedAnnotationAndAssertions(Shmem shmem) {
            assertThrows(AssertionError.class, () -> {
                assert shmem.nPes() != 1;
            });
        }

        /** Test class of its instances. */
        @Nested
        class Inner {
            @OnOneProcess
            void isNested(Shmem shmem) {
                assertTrue(pid == ProcessHandle.current().pid() && shmem.nPes() == 1);
            }
        }
    }

    /** Test method that its subclasses have. */
    static class Inherited {
        @OnOneProcess
        void isInherited(Shmem shmem) {
            assertEquals(1, shmem.nPes());
        }
    }

    /** One PE in a process. */
    @Retention(RetentionPolicy.RUNTIME)
    @ShmemTest(pes = 1, processes = true)
    @interface OnOneProcess { }
}
