// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.shm.Proc;
import io.shmem4j.spi.Times;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Handles and sends signals that Java has no API for. SIGUSR1, SIGTSTP and SIGCONT are forwarded to the PEs; the last
 * two stop and continue the launcher as well. SIGQUIT is for the launcher only, and SIGUSR2 is used by the JVM.
 */
public final class Signals {
    /** SIGQUIT: makes the launcher report each PE's position, and makes a JVM listen for requests. */
    public static final int QUIT = 3;

    /** Delay before handlers are installed, so that PEs have the cores for their start. */
    private static final long LATER_NANOS = 700_000_000;
    private static final long QUIT_LATER_NANOS = 200_000_000;
    private static final int STOP = 19;
    private static final int TERMINAL_STOP = 20;

    private Signals() {
    }

    /**
     * Calls back on signals for the PEs and, a little later, on {@link #QUIT}. Both are installed late, which spares
     * short jobs the cost.
     */
    public static void listen(IntConsumer to) {
        inBackground(() -> {
            LockSupport.parkNanos(LATER_NANOS);
            handle(to, "USR1", "TSTP", "CONT");
            LockSupport.parkNanos(QUIT_LATER_NANOS);
            QuitSignal.listen(() -> to.accept(QUIT));
        });
    }

    /** Calls back on {@link #QUIT} only, after the same delay. */
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
     * Installs a handler that runs on another thread. Reflection avoids a compiler warning that can't be suppressed
     * about the only API for this.
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
        processes.forEach(process -> Proc.signal(process.pid(), stop ? STOP : signal));
        if (stop) {
            Proc.signal(ProcessHandle.current().pid(), STOP);
        }
    }

    /**
     * Calls a native function with up to four integer or address arguments. One variadic shape serves all functions,
     * because linking a shape takes 50 ms of a core. Arguments are passed in separate 64-bit registers, so functions
     * with fewer or narrower parameters ignore the rest.
     */
    @SuppressWarnings("restricted")
    record NativeFunction(MemorySegment address) {
        private static final MethodHandle SHAPE = Linker.nativeLinker().downcallHandle(
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(4));

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
     * Turns a terminating signal into an event and delays the exit of this process until {@link #close}. Open it before
     * creating anything that must be cleaned up, and close it afterwards. A second SIGINT requests an immediate end. A
     * SIGINT within 100 ms of the first counts as the same: {@code timeout} signals both the process and its group.
     */
    public static final class Interruption implements AutoCloseable {
        private static volatile int status = ExitStatus.TERMINATED;

        private final Queue<Event> events;
        private final CountDownLatch finished = new CountDownLatch(1);

        public Interruption(Queue<Event> events) {
            this.events = events;
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(this::arrived, "signal"));
            } catch (IllegalStateException e) {
                throw new LaunchException(ExitStatus.TERMINATED, "ended by a signal", e);
            }
        }

        /** {@return the exit status for the signal that has arrived} */
        public static int status() {
            return status;
        }

        /**
         * {@return the exit status for the signal} A shutdown hook gets no reason, but the JVM names the thread after
         * the signal.
         */
        private static int find() {
            List<String> threads = Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
            return threads.contains("SIGINT handler") ? ExitStatus.INTERRUPTED
                : threads.contains("SIGHUP handler") ? ExitStatus.HUNG_UP : ExitStatus.TERMINATED;
        }

        private void arrived() {
            status = find();
            events.add(new Event.Interrupted());
            try {
                if (!finished.await(Times.SAME_SIGNAL_MILLIS, TimeUnit.MILLISECONDS)) {
                    handle(_ -> events.add(new Event.Forced()), "INT");
                    finished.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            finished.countDown();
        }
    }

    /**
     * Listens for SIGQUIT, which the JVM reserves for itself. At the signal the JVM prints a thread dump and then sends
     * JVM TI's DataDumpRequest. {@code -XX:-DisplayVMOutput} hides the dump.
     */
    @SuppressWarnings("restricted")
    private static final class QuitSignal {
        /** Indices into function and event tables, fixed by the specifications of JNI and JVM TI. */
        private static final int GET_ENVIRONMENT = 6;
        private static final int SET_EVENT_NOTIFICATION_MODE = 1;
        private static final int SET_EVENT_CALLBACKS = 121;
        private static final int FIRST_EVENT = 50;
        private static final int DATA_DUMP_REQUEST = 71;
        private static final int ENABLE = 1;
        private static final int VERSION = 0x30010200;

        private static final Path LIBRARY = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");

        private QuitSignal() {
        }

        /** Runs the action at each SIGQUIT, on another thread. The action must not throw. */
        static void listen(Runnable to) {
            if (!Files.exists(LIBRARY)) {
                // Not a HotSpot server JVM.
                return;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment tools = tools(arena);
                MemorySegment callbacks = arena.allocate(ADDRESS, DATA_DUMP_REQUEST - FIRST_EVENT + 1);
                callbacks.setAtIndex(ADDRESS, DATA_DUMP_REQUEST - FIRST_EVENT, Linker.nativeLinker().upcallStub(
                    MethodHandles.insertArguments(MethodHandles.lookup().findStatic(QuitSignal.class, "arrived",
                        MethodType.methodType(void.class, Runnable.class, MemorySegment.class)), 0, to),
                    FunctionDescriptor.ofVoid(ADDRESS), Arena.global()));
                require(0 == function(tools, SET_EVENT_CALLBACKS)
                    .call(tools.address(), callbacks.address(), callbacks.byteSize()));
                require(0 == function(tools, SET_EVENT_NOTIFICATION_MODE)
                    .call(tools.address(), ENABLE, DATA_DUMP_REQUEST, 0));
            } catch (IllegalStateException e) {
                // The JVM is shutting down or has no JVM TI: SIGQUIT stays unanswered.
            } catch (ReflectiveOperationException e) {
                throw new AssertionError("JVM TI", e);
            }
        }

        private static MemorySegment tools(Arena arena) {
            MemorySegment found = arena.allocate(ADDRESS);
            MemorySegment count = arena.allocate(JAVA_INT);
            Signals.NativeFunction list = new Signals.NativeFunction(SymbolLookup.libraryLookup(LIBRARY, Arena.global())
                .findOrThrow("JNI_GetCreatedJavaVMs"));
            require(list.call(found.address(), 1, count.address()) == 0 && count.get(JAVA_INT, 0) == 1);
            MemorySegment machine = found.get(ADDRESS, 0);
            require(function(machine, GET_ENVIRONMENT).call(machine.address(), found.address(), VERSION) == 0);
            return found.get(ADDRESS, 0);
        }

        /** {@return a function of a JNI-style interface, by its index in the function table} */
        private static Signals.NativeFunction function(MemorySegment face, int place) {
            MemorySegment table = face.reinterpret(ADDRESS.byteSize()).get(ADDRESS, 0);
            return new Signals.NativeFunction(table.reinterpret((place + 1) * ADDRESS.byteSize())
                .getAtIndex(ADDRESS, place));
        }

        private static void require(boolean done) {
            if (!done) {
                throw new IllegalStateException("the JVM does not report SIGQUIT");
            }
        }

        private static void arrived(Runnable to, MemorySegment tools) {
            to.run();
        }
    }
}
