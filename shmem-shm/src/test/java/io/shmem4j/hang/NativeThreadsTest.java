// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NativeThreadsTest {
    /** Threads of the JVM, of Java, and one that native code has made, which called Java code before. */
    private static final String DUMP = """
        "main" #3 [12] prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x1 nid=12 runnable  [0x2]
           java.lang.Thread.State: RUNNABLE
        \tat org.example.App.main(App.java:8)

        "Signal Dispatcher" #10 [20] daemon prio=9 os_prio=0 cpu=0.1ms tid=0x1 nid=20 waiting on condition  [0x0]
           java.lang.Thread.State: RUNNABLE

        "C2 CompilerThread0" #11 [21] daemon prio=9 os_prio=0 cpu=0.1ms tid=0x1 nid=21 runnable  [0x0]
           java.lang.Thread.State: RUNNABLE
           No compile task

        "a \" name
        of two lines" #30 [22] prio=5 os_prio=0 cpu=0.1ms tid=0x1 nid=22 waiting on condition  [0x3]
           java.lang.Thread.State: WAITING (parking)
        \tat jdk.internal.misc.Unsafe.park(java.base@25/Native Method)

        "ForkJoinPool-1-worker-1" #31 [23] daemon prio=5 os_prio=0 cpu=0.1ms tid=0x1 nid=23 runnable  [0x3]
           Carrying virtual thread #32
        \tat jdk.internal.vm.Continuation.run(java.base@25/Continuation.java:251)

        "Thread-7" #33 [24] daemon prio=5 os_prio=0 cpu=0.1ms tid=0x1 nid=24 runnable  [0x0]
           java.lang.Thread.State: RUNNABLE

        "DestroyJavaVM" #34 [25] prio=5 os_prio=0 cpu=0.1ms tid=0x1 nid=25 waiting on condition  [0x0]
           java.lang.Thread.State: RUNNABLE

        "VM Thread" os_prio=0 cpu=0.1ms elapsed=1.00s tid=0x1 nid=26 runnable \s

        "GC Thread#0" os_prio=0 cpu=0.1ms elapsed=1.00s tid=0x1 nid=27 runnable \s

        JNI global refs: 19, weak refs: 0
        """;

    @Test
    void whatADumpTellsOfThreads() {
        assertEquals(Set.of(12L, 20L, 21L, 22L, 23L, 25L, 26L, 27L), new TreeSet<>(NativeThreads.known(DUMP)));
    }

    /** Whatever threads a JVM of this version has. */
    @Test
    void thisJvmHasNoThreadOfNativeCode() {
        long own = ProcessHandle.current().pid();
        assertTrue(NativeThreads.known().size() > 5, "at least the compilers' and the collector's");
        assertNull(NativeThreads.other(own, Set.of()));
    }
}
