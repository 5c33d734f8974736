// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.program;

import java.lang.invoke.MethodHandle;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

/**
 * Meetings of threads at a barrier. Two clocks take turns, so a thread that leaves late learns nothing of what others
 * do before the next meeting.
 */
final class Meetings {
    private static final Map<Object, Meetings> ALL = Collections.synchronizedMap(new WeakHashMap<>());
    /** Clock of the calling thread's meeting, for the barrier's action, which the last one runs. */
    private static final ThreadLocal<Object> CURRENT = new ThreadLocal<>();

    private final Object[] turns = {new Object(), new Object()};
    private long arrivals;
    /** Somebody left without meeting the others, so the number of arrivals is not that of a meeting any more. */
    private volatile boolean broken;

    private Meetings() {
    }

    private static Meetings of(Object barrier) {
        return ALL.computeIfAbsent(barrier, _ -> new Meetings());
    }

    private Object turn(long meeting) {
        return turns[broken ? 0 : (int) meeting & 1];
    }

    private synchronized Object arrives(int parties) {
        return turn(arrivals++ / parties);
    }

    static Object await(CyclicBarrier barrier, MethodHandle call, Object[] arguments) throws Throwable {
        Meetings all = of(barrier);
        Object turn = all.arrives(barrier.getParties());
        ThreadOrder.releases(turn);
        CURRENT.set(turn);
        Object result;
        try {
            result = call.invokeExact(arguments);
        } catch (Throwable e) {
            all.broken = true;
            throw e;
        } finally {
            CURRENT.remove();
        }
        ThreadOrder.acquires(turn);
        return result;
    }

    /** {@return a barrier's action, which runs when all have come and before any leaves} */
    static Runnable action(Runnable work) {
        return () -> {
            Object turn = CURRENT.get();
            ThreadOrder.acquires(turn);
            work.run();
            ThreadOrder.releases(turn);
        };
    }

    /** A phaser numbers its meetings itself. Nobody can arrive for a later one before the caller has. */
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
