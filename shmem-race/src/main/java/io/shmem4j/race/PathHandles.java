// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles of layouts, which rewritten classes make here: a handle does not tell which bytes it accesses, the layout and
 * the path that it is made from do.
 */
public final class PathHandles {
    /** By handle, what takes its coordinates behind the segment and gives the offset. */
    private static final Map<VarHandle, MethodHandle> OFFSETS = Collections.synchronizedMap(new WeakHashMap<>());
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private PathHandles() {
    }

    private static VarHandle keep(VarHandle handle, MethodHandle offset) {
        OFFSETS.put(handle, offset);
        return handle;
    }

    public static VarHandle varHandle(ValueLayout layout) {
        return keep(layout.varHandle(), MethodHandles.identity(long.class));
    }

    public static VarHandle varHandle(MemoryLayout layout, PathElement... path) {
        VarHandle handle = layout.varHandle(path);
        return handle.coordinateTypes().size() == 1 ? handle : keep(handle, layout.byteOffsetHandle(path));
    }

    public static VarHandle arrayElementVarHandle(MemoryLayout layout, PathElement... path) {
        return keep(layout.arrayElementVarHandle(path), MethodHandles.collectArguments(layout.byteOffsetHandle(path), 0,
            layout.scaleHandle()));
    }

    public static VarHandle insertCoordinates(VarHandle handle, int position, Object... values) {
        VarHandle made = MethodHandles.insertCoordinates(handle, position, values);
        MethodHandle offset = OFFSETS.get(handle);
        return offset == null || position == 0 ? made : keep(made, MethodHandles.insertArguments(offset, position - 1,
            values));
    }

    public static VarHandle withInvokeExactBehavior(VarHandle handle) {
        return derived(handle, handle.withInvokeExactBehavior());
    }

    public static VarHandle withInvokeBehavior(VarHandle handle) {
        return derived(handle, handle.withInvokeBehavior());
    }

    private static VarHandle derived(VarHandle handle, VarHandle made) {
        MethodHandle offset = OFFSETS.get(handle);
        return offset == null ? made : keep(made, offset);
    }

    /** {@return how many values a call of a handle's method has behind the coordinates} */
    static int values(String name) {
        return name.startsWith("get") && !name.startsWith("getAnd") ? 0
            : name.startsWith("compareAnd") || name.startsWith("weakCompareAnd") ? 2 : 1;
    }

    /** The program is about to call a method of a handle on a segment. */
    public static long before(VarHandle handle, MemorySegment segment, long[] coordinates, String name)
        throws Throwable {
        MethodHandle offset = OFFSETS.get(handle);
        if (offset == null || offset.type().parameterCount() != coordinates.length) {
            if (!WARNED.getAndSet(true)) {
                System.err.println("shmem4j: races by handles that were not made by varHandle of a layout and"
                    + " insertCoordinates are not looked for");
            }
            return -1;
        }
        long at = (long) offset.asSpreader(long[].class, coordinates.length).asType(MethodType.methodType(long.class,
            long[].class)).invokeExact(coordinates);
        boolean loads = values(name) == 0;
        ProgramAccesses.access((loads ? Shadow.READ : Shadow.WRITE) | (name.equals("get") || name.equals("set") ? 0
            : Shadow.ATOMIC_READ), segment, at, bytes(handle));
        if (!loads && !name.equals("set") && !name.equals("setOpaque")) {
            ProgramAccesses.releases(segment, at, bytes(handle));
        }
        return at;
    }

    /** The call has returned. */
    public static void after(VarHandle handle, MemorySegment segment, long offset, String name) {
        if (offset >= 0 && !name.startsWith("set") && !name.equals("get") && !name.equals("getOpaque")) {
            ProgramAccesses.acquires(segment, offset, bytes(handle));
        }
    }

    private static int bytes(VarHandle handle) {
        Class<?> type = handle.varType();
        return type == long.class || type == double.class || type == MemorySegment.class ? Long.BYTES
            : type == int.class || type == float.class ? Integer.BYTES
            : type == short.class || type == char.class ? Short.BYTES : 1;
    }
}
