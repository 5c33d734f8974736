// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Calls native functions of up to four numbers and addresses. Linking takes some 50 ms of a core that PEs need, so one
 * shape serves all: an argument has a register, in which a shorter or a missing one is no different, and the shape is
 * that of a function with variable arguments, which others do not notice.
 */
@SuppressWarnings("restricted")
record NativeFunction(MemorySegment address) {
    private static final MethodHandle SHAPE = Linker.nativeLinker().downcallHandle(
        FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG), Linker.Option.firstVariadicArg(4));

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
