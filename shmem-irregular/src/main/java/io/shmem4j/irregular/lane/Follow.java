// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import java.util.ArrayDeque;

/**
 * Runs actions one after the other. One that a running action asks for runs after it on the same thread, not inside of
 * it, so that chains of actions need no stack.
 */
public final class Follow {
    private static final ThreadLocal<Follow> OF_THREAD = ThreadLocal.withInitial(Follow::new);

    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private boolean running;

    private Follow() {
    }

    /** Runs an action and its requests, or keeps it while another runs; actions behind one that throws are lost. */
    public static void run(Runnable action) {
        Follow own = OF_THREAD.get();
        if (own.running) {
            own.later.add(action);
        } else {
            own.begin(action);
        }
    }

    /** Runs an action at once, also where another one runs, and what it asks for after the outermost one. */
    public static void now(Runnable action) {
        Follow own = OF_THREAD.get();
        if (own.running) {
            action.run();
        } else {
            own.begin(action);
        }
    }

    private void begin(Runnable action) {
        running = true;
        try {
            action.run();
            while (!later.isEmpty()) {
                later.remove().run();
            }
        } finally {
            running = false;
            later.clear();
        }
    }
}
