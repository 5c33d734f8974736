// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

import java.util.function.IntConsumer;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;

/**
 * Runs each PE on a raw continuation of the calling thread. This is the fastest way to switch stacks, for programs
 * without monitors and thread-locals in use during a switch. It needs {@code --add-exports
 * java.base/jdk.internal.vm=ALL-UNNAMED}.
 *
 * <p>Ordering: everything happens in one thread.
 */
final class ContinuationCarrier extends Carrier {
    private static final ContinuationScope SCOPE = new ContinuationScope("shmem4j");

    private Thread thread;
    private int next;

    /** {@return whether this JDK's continuations, which are internal, can be suspended and resumed} */
    static boolean works() {
        try {
            Continuation twice = new Continuation(SCOPE, () -> Continuation.yield(SCOPE));
            twice.run();
            boolean suspended = !twice.isDone();
            twice.run();
            return suspended && twice.isDone();
        } catch (LinkageError e) {
            return false;
        }
    }

    @Override
    int run(int pes, int first, IntConsumer body) {
        thread = Thread.currentThread();
        Continuation[] stacks = new Continuation[pes];
        for (int i = 0; i < pes; i++) {
            int pe = i;
            stacks[pe] = new Continuation(SCOPE, () -> body.accept(pe));
        }
        next = first;
        while (next != NOBODY) {
            stacks[next].run();
        }
        return NOBODY;
    }

    @Override
    void handOver(int from, int to) {
        next = to;
        if (!Continuation.yield(SCOPE)) {
            throw new IllegalStateException("PE " + from + " cannot be suspended here");
        }
    }

    @Override
    void finish(int from, int to) {
        next = to;
    }

    @Override
    void leave(int from, int to) {
        next = to;
        while (true) {
            Continuation.yield(SCOPE);
        }
    }

    @Override
    boolean carries(int pe) {
        return Thread.currentThread() == thread;
    }

    @Override
    Thread thread(int pe) {
        return null;
    }
}
