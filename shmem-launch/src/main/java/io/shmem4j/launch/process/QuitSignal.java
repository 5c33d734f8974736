// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Listens for SIGQUIT, for which the JVM allows no other handler. At the signal the JVM lists its own threads and then
 * sends the event DataDumpRequest of its tool interface. The list is not shown, because the launcher's JVM is started
 * with {@code -XX:-DisplayVMOutput}.
 */
@SuppressWarnings("restricted")
final class QuitSignal {
    /** Places in the tables of functions and events that the specifications of JNI and JVM TI fix. */
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

    /** Begins to tell of each SIGQUIT, in another thread; what is run must throw nothing. */
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
            // This JVM is about to end, or has no such interface: there will be no answers.
            return;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("JVM TI", e);
        }
    }

    /** {@return this JVM's tool interface} */
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

    /** {@return a function of the table that an interface begins with} */
    private static Signals.NativeFunction function(MemorySegment face, int place) {
        MemorySegment table = face.reinterpret(ADDRESS.byteSize()).get(ADDRESS, 0);
        return new Signals.NativeFunction(table.reinterpret((place + 1) * ADDRESS.byteSize())
            .getAtIndex(ADDRESS, place));
    }

    private static void require(boolean done) {
        if (!done) {
            throw new IllegalStateException("the JVM does not tell of SIGQUIT");
        }
    }

    private static void arrived(Runnable to, MemorySegment tools) {
        to.run();
    }
}
