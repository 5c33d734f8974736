// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** All PEs wait for what a timer of the C library stores, by calls from threads of its own, when a file has come. */
public final class NativeTimerProgram {
    private static final int MONOTONIC = 1;
    private static final int SIGEV_THREAD = 2;
    private static final AtomicBoolean STARTED = new AtomicBoolean();
    private static final CountDownLatch STORED = new CountDownLatch(1);

    private static Shmem shmem;
    private static SymmetricLongs flag;
    private static Path file;

    private NativeTimerProgram() {
    }

    public static void main(String[] args) throws Throwable {
        try (Shmem session = Shmem.init()) {
            shmem = session;
            file = Path.of(args[0]);
            flag = session.allocateLongs(1).named("flag");
            if (session.myPe() == 1) {
                startTimer();
            }
            flag.waitUntil(0, Cmp.EQ, 1);
            if (session.myPe() == 1) {
                STORED.await();
            }
            System.out.println("set " + session.myPe());
            session.finish();
        }
    }

    /** Called by the timer, once a second, also when the session is over. */
    static void expire(long value) {
        if (Files.exists(file) && STARTED.compareAndSet(false, true)) {
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                shmem.atomicSet(flag, 0, 1, pe);
            }
            STORED.countDown();
        }
    }

    @SuppressWarnings("restricted")
    private static void startTimer() throws Throwable {
        Linker linker = Linker.nativeLinker();
        Arena arena = Arena.global();
        MemorySegment call = linker.upcallStub(MethodHandles.lookup().findStatic(NativeTimerProgram.class, "expire",
            MethodType.methodType(void.class, long.class)), FunctionDescriptor.ofVoid(JAVA_LONG), arena);
        MemorySegment event = arena.allocate(64, 8);
        event.set(JAVA_INT, 12, SIGEV_THREAD);
        event.set(ADDRESS, 16, call);
        MemorySegment timer = arena.allocate(8, 8);
        int made = (int) linker.downcallHandle(linker.defaultLookup().findOrThrow("timer_create"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS)).invokeExact(MONOTONIC, event, timer);
        MemorySegment times = arena.allocate(32, 8);
        times.set(JAVA_LONG, 0, 1);
        times.set(JAVA_LONG, 16, 1);
        int set = (int) linker.downcallHandle(linker.defaultLookup().findOrThrow("timer_settime"),
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS)).invokeExact(timer.get(JAVA_LONG, 0),
            0, times, MemorySegment.NULL);
        System.out.println("timer " + made + set);
    }
}
