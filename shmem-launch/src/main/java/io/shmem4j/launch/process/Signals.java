// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Sends signals that Java itself can't send, by a call that is linked at the first use. It passes on to the PEs
 * SIGUSR1, and SIGTSTP and SIGCONT, which stop and continue them together with this process. SIGUSR2 belongs to the
 * JVM, and SIGQUIT asks this process alone.
 */
public final class Signals {
    /** Asks a JVM for attention, and the launcher where the PEs are. */
    public static final int QUIT = 3;

    /** After the PEs' first calls, which need the cores. */
    private static final long LATER_NANOS = 700_000_000;
    private static final long QUIT_LATER_NANOS = 200_000_000;
    private static final int STOP = 19;
    private static final int TERMINAL_STOP = 20;

    private Signals() {
    }

    /**
     * Hands on the numbers of signals for the PEs, from a moment after the start on, and {@link #QUIT} some later: what
     * that takes, short jobs need not pay.
     */
    public static void listen(IntConsumer to) {
        inBackground(() -> {
            LockSupport.parkNanos(LATER_NANOS);
            handle(to, "USR1", "TSTP", "CONT");
            LockSupport.parkNanos(QUIT_LATER_NANOS);
            QuitSignal.listen(() -> to.accept(QUIT));
        });
    }

    /** Tells of {@link #QUIT} alone, from the same moment on. */
    public static void listenToQuit(Runnable to) {
        inBackground(() -> {
            LockSupport.parkNanos(LATER_NANOS + QUIT_LATER_NANOS);
            QuitSignal.listen(to);
        });
    }

    private static void inBackground(Runnable what) {
        Thread thread = new Thread(what, "signals");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Handles signals in place of the JVM, in other threads. (By reflection, because the compiler's warning about the
     * only API for this can't be suppressed.)
     */
    static void handle(IntConsumer to, String... names) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Method number = type.getMethod("getNumber");
            Object handler = Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType},
                (proxy, method, arguments) -> {
                    to.accept((int) number.invoke(arguments[0]));
                    return null;
                });
            for (String name : names) {
                type.getMethod("handle", type, handlerType).invoke(null,
                    type.getConstructor(String.class).newInstance(name), handler);
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("sun.misc.Signal", e);
        }
    }

    public static void pass(int signal, List<JvmProcess> processes) {
        boolean stop = signal == TERMINAL_STOP;
        processes.forEach(process -> send(process.pid(), stop ? STOP : signal));
        if (stop) {
            send(ProcessHandle.current().pid(), STOP);
        }
    }

    /** Sends a signal; a process that is gone does not get it. */
    static void send(long pid, int signal) {
        Linked.KILL.call(pid, signal);
    }

    private static final class Linked {
        static final NativeFunction KILL = new NativeFunction(Linker.nativeLinker().defaultLookup()
            .findOrThrow("kill"));
    }

    /**
     * Calls native functions of up to four numbers and addresses. Linking takes some 50 ms of a core that PEs need, so
     * one shape serves all: an argument has a register, in which a shorter or a missing one is no different, and the
     * shape is that of a function with variable arguments, which others do not notice.
     */
    @SuppressWarnings("restricted")
    record NativeFunction(MemorySegment address) {
        private static final MethodHandle SHAPE = Linker.nativeLinker().downcallHandle(
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(4));

        int call(long a, long b) {
            return call(a, b, 0, 0);
        }

        int call(long a, long b, long c) {
            return call(a, b, c, 0);
        }

        int call(long a, long b, long c, long d) {
            try {
                return (int) SHAPE.invokeExact(address, a, b, c, d);
            } catch (Throwable e) {
                throw new AssertionError("native function", e);
            }
        }
    }

    /**
     * Turns a signal that ends this process into an event. The process then stays until this is closed, so it has to be
     * there before anything that must not be left behind, and to be closed when all of it is gone. A second SIGINT asks
     * for the end at once; one that comes together with the first is the same signal by another way, as {@code timeout}
     * sends it to a process and to its group.
     */
    public static final class Interruption implements AutoCloseable {
        private static final long TOGETHER_MILLIS = 100;

        private final Queue<Event> events;
        private final CountDownLatch over = new CountDownLatch(1);

        public Interruption(Queue<Event> events) {
            this.events = events;
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(this::arrived, "signal"));
            } catch (IllegalStateException e) {
                throw new LaunchException(ExitStatus.TERMINATED, "ended by a signal", e);
            }
        }

        private void arrived() {
            events.add(new Event.Interrupted());
            try {
                if (!over.await(TOGETHER_MILLIS, TimeUnit.MILLISECONDS)) {
                    handle(_ -> events.add(new Event.Forced()), "INT");
                    over.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            over.countDown();
        }
    }
}
