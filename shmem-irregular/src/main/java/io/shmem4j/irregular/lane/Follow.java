// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import java.util.ArrayDeque;

/**
 * Runs actions one after the other. An action that a running action submits runs after it on the same thread, so chains
 * of actions need no stack.
 */
public final class Follow {
    private static final ThreadLocal<Follow> OF_THREAD = ThreadLocal.withInitial(Follow::new);

    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private boolean running;

    private Follow() {
    }

    /** Runs an action, or queues it if another is running. Actions queued after one that throws are dropped. */
    public static void run(Runnable action) {
        Follow own = OF_THREAD.get();
        if (own.running) {
            own.later.add(action);
        } else {
            own.begin(action);
        }
    }

    /** Runs an action immediately, even inside another one. Actions that it submits run after the outermost one. */
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
