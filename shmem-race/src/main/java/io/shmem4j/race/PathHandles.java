// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

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
 * Records which bytes a layout's handle accesses. A handle doesn't provide this, so rewritten classes pass its layout
 * and path.
 */
final class PathHandles {
    /** For each handle, a function from its coordinates, without the segment, to the offset. */
    private static final Map<VarHandle, MethodHandle> OFFSETS = Collections.synchronizedMap(new WeakHashMap<>());
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private PathHandles() {
    }

    /** Called after a method has returned a handle. */
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

    /** {@return a function to the offset of a path, or null if the path dereferences a pointer} */
    private static MethodHandle path(MemoryLayout layout, PathElement... path) {
        try {
            return layout.byteOffsetHandle(path);
        } catch (IllegalArgumentException e) {
            // Cannot be invalid in any other way, because the layout has just returned a handle for this path.
            return null;
        }
    }

    /** Records and makes a call of a handle on a segment. */
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
