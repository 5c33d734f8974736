// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.HexFormat;

/**
 * Cache line operations in x86-64 machine code: flushing lines from all caches by clflush, and copying with
 * non-temporal stores. Java has no equivalent: the JVM's write-back for persistent memory may leave lines in the cache,
 * and the C library bypasses caches only for long copies.
 */
final class Lines {
    static final int LINE = 64;
    private static final int PAGE = 4 << 10;
    private static final int READ_AND_EXECUTE = 1 | 4;
    /** Arguments: address, bytes. */
    private static final MethodHandle FLUSH = machineCode(FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG), """
        0f ae f0     mfence
        0f ae 3f     clflush [rdi]
        48 83 c7 40  add rdi, 64
        48 83 ee 40  sub rsi, 64
        77 f3        ja clflush
        0f ae f0     mfence
        c3           ret""");
    /** Arguments: target, source, bytes. */
    private static final MethodHandle STREAM = machineCode(
        FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG), """
        0f 10 06     movups xmm0, [rsi]
        0f 10 4e 10  movups xmm1, [rsi + 16]
        0f 10 56 20  movups xmm2, [rsi + 32]
        0f 10 5e 30  movups xmm3, [rsi + 48]
        0f 2b 07     movntps [rdi], xmm0
        0f 2b 4f 10  movntps [rdi + 16], xmm1
        0f 2b 57 20  movntps [rdi + 32], xmm2
        0f 2b 5f 30  movntps [rdi + 48], xmm3
        48 83 c6 40  add rsi, 64
        48 83 c7 40  add rdi, 64
        48 83 ea 40  sub rdx, 64
        77 d4        ja movups
        0f ae f8     sfence
        c3           ret""");
    static final boolean CAN_FLUSH = FLUSH != null;

    private Lines() {
    }

    /** A copy between segments. */
    @FunctionalInterface
    interface Copy {
        void copy(MemorySegment source, long from, MemorySegment target, long to, long bytes);
    }

    /** {@return a function from machine instructions, one per line, or null if this system can't run them} */
    @SuppressWarnings("restricted") // The signatures are those of the instructions above and of the C library.
    private static MethodHandle machineCode(FunctionDescriptor type, String instructions) {
        if (!System.getProperty("os.arch").equals("amd64")) {
            return null;
        }
        byte[] code = HexFormat.of().parseHex(instructions.replaceAll("  .*|[ \n]", ""));
        MemorySegment page = Arena.global().allocate(PAGE, PAGE);
        MemorySegment.copy(code, 0, page, JAVA_BYTE, 0, code.length);
        Linker linker = Linker.nativeLinker();
        MethodHandle protect = linker.downcallHandle(linker.defaultLookup().findOrThrow("mprotect"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
        try {
            return (int) protect.invokeExact(page, (long) PAGE, READ_AND_EXECUTE) == 0
                ? linker.downcallHandle(page, type, Linker.Option.critical(false)) : null;
        } catch (Throwable e) {
            throw new IllegalStateException("can't make instructions executable", e);
        }
    }

    /** Flushes the first bytes of a buffer from all caches and waits until they are in memory. */
    static void flush(MemorySegment buffer, long bytes) {
        try {
            FLUSH.invokeExact(buffer.address(), bytes);
        } catch (Throwable e) {
            throw new IllegalStateException("can't flush lines", e);
        }
    }

    static void copyAndFlush(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        MemorySegment.copy(source, from, target, to, bytes);
        flush(target.asSlice(to), bytes);
    }

    /**
     * Copies with non-temporal stores. The length is a multiple of a cache line, and the target is aligned to 16 bytes.
     */
    static void stream(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        try {
            STREAM.invokeExact(target.asSlice(to, bytes).address(), source.asSlice(from, bytes).address(), bytes);
        } catch (Throwable e) {
            throw new IllegalStateException("can't copy past the caches", e);
        }
    }
}
