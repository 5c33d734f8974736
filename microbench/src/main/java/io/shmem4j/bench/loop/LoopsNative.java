// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.loop;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The same loops in C over the memory of other loops, compiled by {@code cc} for this processor. */
@SuppressWarnings("restricted")
final class LoopsNative extends Loops {
    private final LoopsObjects memory;
    private final Map<UserLoop, MethodHandle> functions = new EnumMap<>(UserLoop.class);

    private LoopsNative(LoopsObjects memory, SymbolLookup library) {
        super(memory.rows, memory.columns);
        this.memory = memory;
        FunctionDescriptor shape = FunctionDescriptor.of(JAVA_DOUBLE, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS,
            ADDRESS, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT);
        for (UserLoop loop : UserLoop.values()) {
            MemorySegment function = library.findOrThrow(loop.name().toLowerCase(Locale.ROOT));
            functions.put(loop, Linker.nativeLinker().downcallHandle(function, shape));
        }
    }

    /** {@return the loops, or nothing where there is no C compiler} */
    static Optional<Loops> compile(Shmem shmem, int rows, int columns) {
        LoopsObjects memory = new LoopsObjects(shmem, rows, columns);
        try (InputStream text = LoopsNative.class.getResourceAsStream("loops.c")) {
            Path folder = Files.createTempDirectory("shmem4j-loops");
            Path library = folder.resolve("loops.so");
            Process compiler = new ProcessBuilder("cc", "-O2", "-march=native", "-shared", "-fPIC", "-x", "c", "-",
                "-o", library.toString()).inheritIO().redirectInput(ProcessBuilder.Redirect.PIPE).start();
            text.transferTo(compiler.getOutputStream());
            compiler.getOutputStream().close();
            boolean done = compiler.waitFor() == 0;
            Optional<Loops> loops = done ? Optional.of(new LoopsNative(memory,
                SymbolLookup.libraryLookup(library, Arena.global()))) : Optional.empty();
            Files.deleteIfExists(library);
            Files.delete(folder);
            return loops;
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void fill() {
        memory.fill();
        sum = 0;
    }

    @Override
    double checksum() {
        memory.sum = sum;
        return memory.checksum();
    }

    @Override
    boolean has(UserLoop loop) {
        return true;
    }

    @Override
    void run(UserLoop loop) {
        try {
            sum = (double) functions.get(loop).invokeExact(memory.a.local(), memory.b.local(), memory.c.local(),
                memory.d.local(), memory.k.local(), memory.h.local(), memory.x.local(), memory.y.local(), rows,
                columns);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
