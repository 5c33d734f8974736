// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.invoke.MethodHandle;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;

/**
 * Orders threads that meet at a barrier. Two clocks alternate, so a thread that is late to leave acquires nothing that
 * other threads do before the next meeting.
 */
final class Meetings {
    private static final Map<Object, Meetings> ALL = Collections.synchronizedMap(new WeakHashMap<>());
    /** Meeting of the calling thread, for the barrier action, which runs on the last thread to arrive. */
    private static final ThreadLocal<Here> CURRENT = new ThreadLocal<>();

    private final List<Object> turns = List.of(new Object(), new Object());
    private final Set<Thread> threads = Collections.newSetFromMap(new WeakHashMap<>());
    private long arrivals;
    /**
     * Whether the number of arrivals doesn't identify the meeting, because a thread left early or there are more
     * threads than parties. Then both clocks are used in every meeting.
     */
    private volatile boolean mixed;

    private Meetings() {
    }

    private static Meetings of(Object barrier) {
        return ALL.computeIfAbsent(barrier, _ -> new Meetings());
    }

    /** A thread's meeting at a barrier. */
    private record Here(Meetings all, Object turn) {
        void order(Consumer<Object> how) {
            (all.mixed ? all.turns : List.of(turn)).forEach(how);
        }
    }

    private Object turn(long meeting) {
        return turns.get((int) meeting & 1);
    }

    private synchronized Here arrives(int parties) {
        threads.add(Thread.currentThread());
        if (threads.size() > parties) {
            mixed = true;
        }
        return new Here(this, turn(arrivals++ / parties));
    }

    static Object await(CyclicBarrier barrier, MethodHandle call, Object[] arguments) throws Throwable {
        Meetings all = of(barrier);
        Here here = all.arrives(barrier.getParties());
        here.order(ThreadOrder::releases);
        CURRENT.set(here);
        Object result;
        try {
            result = call.invokeExact(arguments);
        } catch (Throwable e) {
            all.mixed = true;
            throw e;
        } finally {
            CURRENT.remove();
        }
        here.order(ThreadOrder::acquires);
        return result;
    }

    /** {@return a barrier action ordered after all arrivals and before all departures} */
    static Runnable action(Runnable work) {
        return () -> {
            Here here = CURRENT.get();
            if (here == null) {
                work.run();
            } else {
                here.order(ThreadOrder::acquires);
                work.run();
                here.order(ThreadOrder::releases);
            }
        };
    }

    /** Orders a call of a phaser, which numbers its phases. No thread can arrive at a later phase before the caller. */
    static Object phase(Phaser phaser, String name, MethodHandle call, Object[] arguments) throws Throwable {
        Meetings all = of(phaser.getRoot());
        boolean arrives = name.startsWith("arrive");
        int phase = name.startsWith("awaitAdvance") ? (int) arguments[1] : phaser.getPhase();
        if (arrives) {
            ThreadOrder.releases(all.turn(phase));
        }
        Object result = call.invokeExact(arguments);
        if (!arrives || name.equals("arriveAndAwaitAdvance")) {
            ThreadOrder.acquires(all.turn(phase));
            if (!arrives && !name.startsWith("await")) {
                ThreadOrder.acquires(all.turn(phase + 1));
            }
        }
        return result;
    }
}
