// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.program;

import io.shmem4j.race.order.Shadow;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles of layouts, made here for rewritten classes. A handle does not say which bytes it accesses; its layout and
 * path do.
 */
final class PathHandles {
    /** Functions from a handle's coordinates (without the segment) to the offset. */
    private static final Map<VarHandle, MethodHandle> OFFSETS = Collections.synchronizedMap(new WeakHashMap<>());
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private PathHandles() {
    }

    /** Called after a method has made a handle. */
    static void made(String method, Object[] arguments, VarHandle handle) {
        MethodHandle offset = switch (method) {
            case "insertCoordinates" -> (int) arguments[1] == 0 || !OFFSETS.containsKey(arguments[0]) ? null
                : MethodHandles.insertArguments(OFFSETS.get(arguments[0]), (int) arguments[1] - 1,
                (Object[]) arguments[2]);
            case "varHandle" -> arguments.length == 1 ? MethodHandles.identity(long.class)
                : handle.coordinateTypes().size() == 1 ? null
                : path((MemoryLayout) arguments[0], (PathElement[]) arguments[1]);
            case "arrayElementVarHandle" -> {
                MemoryLayout layout = (MemoryLayout) arguments[0];
                MethodHandle path = path(layout, (PathElement[]) arguments[1]);
                yield path == null ? null : MethodHandles.collectArguments(path, 0, layout.scaleHandle());
            }
            default -> OFFSETS.get(arguments[0]);
        };
        if (offset != null) {
            OFFSETS.put(handle, offset);
        }
    }

    /** {@return the offset that a path leads to, null where it goes through a pointer} */
    private static MethodHandle path(MemoryLayout layout, PathElement... path) {
        try {
            return layout.byteOffsetHandle(path);
        } catch (IllegalArgumentException e) {
            // The layout has made a handle of this path, so nothing else can be wrong with it.
            return null;
        }
    }

    /** The program calls a method of a handle on a segment. */
    static Object used(String name, Object[] arguments, MethodHandle call) throws Throwable {
        VarHandle handle = (VarHandle) arguments[0];
        boolean loads = name.startsWith("get") && !name.startsWith("getAnd");
        int values = loads ? 0 : name.startsWith("compareAnd") || name.startsWith("weakCompareAnd") ? 2 : 1;
        long at = offset(handle, Arrays.stream(arguments, 2, arguments.length - values).mapToLong(each ->
            ((Number) each).longValue()).toArray());
        if (at < 0) {
            return call.invokeExact(arguments);
        }
        MemorySegment segment = (MemorySegment) arguments[1];
        boolean plain = name.equals("get") || name.equals("set");
        ProgramAccesses.access((loads ? Shadow.READ : Shadow.WRITE) | (plain ? 0 : Shadow.ATOMIC_READ), segment, at,
            bytes(handle));
        if (!loads && !plain && !name.equals("setOpaque")) {
            ProgramAccesses.releases(segment, at, bytes(handle));
        }
        Object result = call.invokeExact(arguments);
        if (!plain && !name.startsWith("set") && !name.equals("getOpaque")) {
            ProgramAccesses.acquires(segment, at, bytes(handle));
        }
        return result;
    }

    private static long offset(VarHandle handle, long[] coordinates) throws Throwable {
        MethodHandle offset = OFFSETS.get(handle);
        if (offset == null || offset.type().parameterCount() != coordinates.length) {
            if (!WARNED.getAndSet(true)) {
                System.err.println("shmem4j: races by handles that were not made by varHandle of a layout and"
                    + " insertCoordinates, or whose path goes through a pointer, are not looked for");
            }
            return -1;
        }
        return (long) offset.asSpreader(long[].class, coordinates.length).asType(MethodType.methodType(long.class,
            long[].class)).invokeExact(coordinates);
    }

    private static int bytes(VarHandle handle) {
        Class<?> type = handle.varType();
        return type == long.class || type == double.class || type == MemorySegment.class ? Long.BYTES
            : type == int.class || type == float.class ? Integer.BYTES
            : type == short.class || type == char.class ? Short.BYTES : 1;
    }
}
