// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What rewritten classes call instead of accessing memory by segments, and before they access arrays. */
public final class ProgramAccesses {
    private static final ThreadLocal<ThreadRaces> CURRENT = new ThreadLocal<>();
    /** Name and type of each method that stands for one of a segment's, the segment being the first parameter. */
    private static final Set<String> METHODS = Stream.of(ProgramAccesses.class.getDeclaredMethods())
        .filter(each -> Modifier.isPublic(each.getModifiers())).map(ProgramAccesses::words)
        .collect(Collectors.toUnmodifiableSet());

    private ProgramAccesses() {
    }

    private static String words(Method method) {
        return method.getName() + MethodTypeDesc.of(descriptor(method.getReturnType()),
            Stream.of(method.getParameterTypes()).map(ProgramAccesses::descriptor).toArray(ClassDesc[]::new))
            .descriptorString();
    }

    private static ClassDesc descriptor(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    /** {@return whether there is a method here in place of one of a segment's} */
    static boolean has(String name, boolean fixed, MethodTypeDesc type) {
        return METHODS.contains(name + (fixed ? type : type.insertParameterTypes(0, descriptor(MemorySegment.class)))
            .descriptorString());
    }

    static ThreadRaces current() {
        if (!JobMemory.installed()) {
            return null;
        }
        if (JobMemory.charged()) {
            return find();
        }
        ThreadRaces known = PeRaces.task();
        if (known != null) {
            return known;
        }
        known = CURRENT.get();
        if (known == null) {
            known = find();
            if (known != null) {
                CURRENT.set(known);
            }
        }
        return known;
    }

    /** {@return what the calling thread knows, null where it works for no PE, or for one that has no library yet} */
    private static ThreadRaces find() {
        try {
            return Library.host().hasPe() && Library.currentBackend().races() instanceof PeRaces pe ? pe.thread()
                : null;
        } catch (IllegalStateException e) {
            // A thread of the simulator's own.
            return null;
        }
    }

    static void access(int kind, MemorySegment segment, long offset, long bytes) {
        ThreadRaces thread = bytes <= 0 || offset < 0 || offset > segment.byteSize() - bytes ? null : current();
        if (thread != null) {
            thread.pe().buffers.local(thread, kind, segment, null, offset, bytes);
        }
    }

    static void load(MemorySegment segment, long offset, long bytes) {
        access(Shadow.READ, segment, offset, bytes);
    }

    static void store(MemorySegment segment, long offset, long bytes) {
        access(Shadow.WRITE, segment, offset, bytes);
    }

    /** An atomic store to the job's memory, that others may rely on, is about to be done. */
    static void releases(MemorySegment segment, long offset, long bytes) {
        ThreadRaces thread = current();
        long at = thread == null ? -1 : Buffers.inJob(segment, offset, bytes);
        if (at >= 0) {
            thread.release((int) (at / JobMemory.stride()), at % JobMemory.stride(), thread.operation(), true, 0);
        }
    }

    /** An atomic load of the job's memory has been done. */
    static void acquires(MemorySegment segment, long offset, int bytes) {
        ThreadRaces thread = current();
        long at = thread == null ? -1 : Buffers.inJob(segment, offset, bytes);
        if (at >= 0) {
            thread.acquire((int) (at / JobMemory.stride()), at % JobMemory.stride(), bytes, 0);
        }
    }

    // ---- arrays ------------------------------------------------------------------------------------------------

    /**
     * The program is about to load an element.
     *
     * @param array a primitive array
     * @param index of the element
     * @param place where in the program
     */
    public static void arrayLoad(Object array, int index, int place) {
        if (Buffers.watched != 0) {
            array(Shadow.READ, array, index, 1, place);
        }
    }

    /**
     * The program is about to store an element.
     *
     * @param array a primitive array
     * @param index of the element
     * @param place where in the program
     */
    public static void arrayStore(Object array, int index, int place) {
        if (Buffers.watched != 0) {
            array(Shadow.WRITE, array, index, 1, place);
        }
    }

    /**
     * A method of the JDK is about to load or store elements.
     *
     * @param array  a primitive array
     * @param first  the first
     * @param end    behind the last, -1 for all
     * @param stores 1 where it stores
     */
    public static void elements(Object array, int first, int end, int stores) {
        if (Buffers.watched != 0 && array != null) {
            int length = Array.getLength(array);
            int last = end < 0 ? length : Math.min(end, length);
            array(stores == 0 ? Shadow.READ : Shadow.WRITE, array, first, Math.max(0, last - first), 0);
        }
    }

    private static void array(int kind, Object array, int index, int count, int place) {
        ThreadRaces thread = array == null ? null : current();
        if (thread != null) {
            if (place != 0) {
                ProgramSites.at(place);
            }
            long bytes = size(array);
            thread.pe().buffers.local(thread, kind, MemorySegment.NULL, array, index * bytes, count * bytes);
        }
    }

    private static int size(Object array) {
        return switch (array) {
            case int[] _, float[] _ -> Integer.BYTES;
            case long[] _, double[] _ -> Long.BYTES;
            case short[] _, char[] _ -> Short.BYTES;
            default -> 1;
        };
    }

    /**
     * Copies as {@link System#arraycopy} does.
     *
     * @param source the array
     * @param from   its first element
     * @param target another one
     * @param to     its first element
     * @param count  how many
     */
    @SuppressWarnings("SuspiciousSystemArraycopy")
    public static void arraycopy(Object source, int from, Object target, int to, int count) {
        if (Buffers.watched != 0 && source != null && source.getClass().getComponentType() != null
            && source.getClass().getComponentType().isPrimitive() && count <= Array.getLength(source)) {
            array(Shadow.READ, source, from, count, 0);
            array(Shadow.WRITE, target, to, count, 0);
        }
        System.arraycopy(source, from, target, to, count);
    }

    // ---- segments ----------------------------------------------------------------------------------------------
    // Each does what the method of its name of MemorySegment does.
//#types

    public static $type$ get(MemorySegment segment, ValueLayout.Of$Type$ layout, long offset) {
        load(segment, offset, $bytes$);
        return segment.get(layout, offset);
    }

    public static void set(MemorySegment segment, ValueLayout.Of$Type$ layout, long offset, $type$ value) {
        store(segment, offset, $bytes$);
        segment.set(layout, offset, value);
    }

    public static $type$ getAtIndex(MemorySegment segment, ValueLayout.Of$Type$ layout, long index) {
        load(segment, index << $shift$, $bytes$);
        return segment.getAtIndex(layout, index);
    }

    public static void setAtIndex(MemorySegment segment, ValueLayout.Of$Type$ layout, long index, $type$ value) {
        store(segment, index << $shift$, $bytes$);
        segment.setAtIndex(layout, index, value);
    }

    public static $type$[] toArray(MemorySegment segment, ValueLayout.Of$Type$ layout) {
        load(segment, 0, segment.byteSize());
        return segment.toArray(layout);
    }
//#done

    public static char get(MemorySegment segment, ValueLayout.OfChar layout, long offset) {
        load(segment, offset, Character.BYTES);
        return segment.get(layout, offset);
    }

    public static void set(MemorySegment segment, ValueLayout.OfChar layout, long offset, char value) {
        store(segment, offset, Character.BYTES);
        segment.set(layout, offset, value);
    }

    public static boolean get(MemorySegment segment, ValueLayout.OfBoolean layout, long offset) {
        load(segment, offset, 1);
        return segment.get(layout, offset);
    }

    public static void set(MemorySegment segment, ValueLayout.OfBoolean layout, long offset, boolean value) {
        store(segment, offset, 1);
        segment.set(layout, offset, value);
    }

    public static MemorySegment fill(MemorySegment segment, byte value) {
        store(segment, 0, segment.byteSize());
        return segment.fill(value);
    }

    public static MemorySegment copyFrom(MemorySegment segment, MemorySegment source) {
        load(source, 0, source.byteSize());
        store(segment, 0, source.byteSize());
        return segment.copyFrom(source);
    }

    public static long mismatch(MemorySegment segment, MemorySegment other) {
        load(segment, 0, segment.byteSize());
        load(other, 0, other.byteSize());
        return segment.mismatch(other);
    }

    public static void copy(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        load(source, from, bytes);
        store(target, to, bytes);
        MemorySegment.copy(source, from, target, to, bytes);
    }

    public static void copy(MemorySegment source, ValueLayout sourceLayout, long from, MemorySegment target,
        ValueLayout layout, long to, long count) {
        load(source, from, count * sourceLayout.byteSize());
        store(target, to, count * layout.byteSize());
        MemorySegment.copy(source, sourceLayout, from, target, layout, to, count);
    }

    public static void copy(MemorySegment source, ValueLayout layout, long from, Object target, int to, int count) {
        load(source, from, count * layout.byteSize());
        if (Buffers.watched != 0) {
            array(Shadow.WRITE, target, to, count, 0);
        }
        MemorySegment.copy(source, layout, from, target, to, count);
    }

    public static void copy(Object source, int from, MemorySegment target, ValueLayout layout, long to, int count) {
        store(target, to, count * layout.byteSize());
        if (Buffers.watched != 0) {
            array(Shadow.READ, source, from, count, 0);
        }
        MemorySegment.copy(source, from, target, layout, to, count);
    }
}
