// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.shm.Proc;
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
 * Sends signals that Java itself can't send, by a call linked at first use. SIGUSR1 goes on to the PEs, and so do
 * SIGTSTP and SIGCONT, which stop and continue them together with this process. SIGUSR2 belongs to the JVM, and SIGQUIT
 * asks this process alone.
 */
public final class Signals {
    /** Asks a JVM for attention, and the launcher for the PEs' places. */
    public static final int QUIT = 3;

    /** Delay until after the PEs' first calls, which need the cores. */
    private static final long LATER_NANOS = 700_000_000;
    private static final long QUIT_LATER_NANOS = 200_000_000;
    private static final int STOP = 19;
    private static final int TERMINAL_STOP = 20;

    private Signals() {
    }

    /**
     * Announces the signals for the PEs a moment after the start, and {@link #QUIT} some time later: short jobs need
     * not pay for its cost.
     */
    public static void listen(IntConsumer to) {
        inBackground(() -> {
            LockSupport.parkNanos(LATER_NANOS);
            handle(to, "USR1", "TSTP", "CONT");
            LockSupport.parkNanos(QUIT_LATER_NANOS);
            QuitSignal.listen(() -> to.accept(QUIT));
        });
    }

    /** Announces {@link #QUIT} alone, from the same moment on. */
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
     * Handles signals in place of the JVM, in other threads. Reflection avoids the compiler's warning about the only
     * API for this, which can't be suppressed.
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
     * Calls native functions of up to four numbers and addresses. Linking takes some 50 ms of a core that PEs need, so
     * one shape serves all: each argument has a register of its own, and the function does not notice if it is shorter
     * or missing. The shape is that of a function with variable arguments; other functions accept it.
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
     * Turns a signal that ends this process into an event. The process then stays until this object is closed. So open
     * it before making anything that must not be left behind, and close it after removing all of that. A second SIGINT
     * asks for the end at once. One that comes together with the first is the same signal by another way, as {@code
     * timeout} sends it to a process and to its group.
     */
    public static final class Interruption implements AutoCloseable {
        private static final long TOGETHER_MILLIS = 100;
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

        /** {@return the status with which the signal that has arrived ends this process} */
        public static int status() {
            return status;
        }

        /** Hooks are not told why they run; the JVM ends in a thread with the name of the signal. */
        private static int find() {
            List<String> threads = Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
            return threads.contains("SIGINT handler") ? ExitStatus.INTERRUPTED
                : threads.contains("SIGHUP handler") ? ExitStatus.HUNG_UP : ExitStatus.TERMINATED;
        }

        private void arrived() {
            status = find();
            events.add(new Event.Interrupted());
            try {
                if (!finished.await(TOGETHER_MILLIS, TimeUnit.MILLISECONDS)) {
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
     * Listens for SIGQUIT, for which the JVM allows no other handler. At the signal the JVM lists its own threads and
     * then sends the event DataDumpRequest of its tool interface. The list is not shown, because the launcher's JVM is
     * started with {@code -XX:-DisplayVMOutput}.
     */
    @SuppressWarnings("restricted")
    private static final class QuitSignal {
        /** Indices in the tables of functions and events, fixed by the specifications of JNI and JVM TI. */
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

        /** Starts to run an action at each SIGQUIT, in another thread; it must throw nothing. */
        static void listen(Runnable to) {
            if (!Files.exists(LIBRARY)) {
                // Another kind of JVM.
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
                // This JVM is about to end, or has no such interface: no answers follow.
                return;
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

        /** {@return a function of the table at the start of an interface} */
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
