// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.JobMemory;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Sleeps of this JVM's threads on words of the job's memory, without a system call.
 *
 * <p>No wake-up is lost. A sleeper enters the word's set, executes a full fence and reads the word. A waker changes the
 * word, executes a full fence and reads the set. Whichever fence comes first, the waker finds the sleeper or the
 * sleeper finds the change. Words are as few as the cells of the PEs, so their sets stay.
 */
final class ParkedThreads {
    private static final Map<Long, Set<Thread>> SLEEPERS = new ConcurrentHashMap<>();

    private ParkedThreads() {
    }

    /** Sleeps while a word has a value, for a limited time or less. An interrupt ends the sleep and stays. */
    static void sleep(long address, int value, long nanos) {
        Thread me = Thread.currentThread();
        // Parking an interrupted thread would return at once, and make the caller's loop spin.
        boolean interrupted = Thread.interrupted();
        Set<Thread> here = SLEEPERS.computeIfAbsent(address, at -> ConcurrentHashMap.newKeySet());
        here.add(me);
        VarHandle.fullFence();
        if (JobMemory.words().getIntVolatile(address - JobMemory.all().address()) == value) {
            LockSupport.parkNanos(nanos);
        }
        here.remove(me);
        if (interrupted) {
            me.interrupt();
        }
    }

    /** Wakes the threads that sleep on a word, which the caller has changed. */
    static void wake(long address) {
        VarHandle.fullFence();
        Set<Thread> here = SLEEPERS.get(address);
        if (here != null) {
            here.forEach(LockSupport::unpark);
        }
    }
}
