// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.util.List;

/**
 * Initializes the classes that the first calls of a program would initialize. If the stack or the Java heap ends in an
 * initializer, its class is of no use for the rest of the JVM's life, and so are all calls that need it. So this is
 * done at the start, on a thread with an empty stack.
 *
 * <p>Collectives are not in the list: an error that cuts one off ends those of its team anyway.
 */
public final class FirstCalls {
    private static final List<String> CLASSES = List.of("Cmp", "ContextOption", "SignalOp", "engine.PeLock",
        "spi.Backend$Update", "spi.Comparison", "spi.Times");
    private static final String PACKAGE = "io.shmem4j.";
    private static boolean done;

    private FirstCalls() {
    }

    /** Initializes these classes once in a JVM, and those of its backend: their names behind the common prefix. */
    public static synchronized void prepare(List<String> ofBackend) {
        if (!done) {
            onEmptyStack(() -> {
                CLASSES.forEach(FirstCalls::initialize);
                ofBackend.forEach(FirstCalls::initialize);
            });
            done = true;
        }
    }

    private static void initialize(String name) {
        try {
            Class.forName(PACKAGE.concat(name));
        } catch (ClassNotFoundException e) {
            // A backend in another loader; the first call initializes it.
        }
    }

    /** Runs an action on a new thread and waits, also if interrupted. Throws what the action throws. */
    public static void onEmptyStack(Runnable action) {
        Throwable[] thrown = {null};
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                thrown[0] = e;
            }
        }, "shmem4j first calls");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thrown[0] instanceof Error e) {
            throw e;
        }
        if (thrown[0] instanceof RuntimeException e) {
            throw e;
        }
    }
}
