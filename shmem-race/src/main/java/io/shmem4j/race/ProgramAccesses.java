// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.engine.Library;
import io.shmem4j.race.CarriedOrder.Effect;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/** What rewritten classes call before they access memory by segments, and arrays. */
public final class ProgramAccesses {
    private static final ThreadLocal<ThreadRaces> CURRENT = new ThreadLocal<>();

    private ProgramAccesses() {
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
            thread.pe.buffers.local(thread, kind, segment, null, offset, bytes);
        }
    }

    /** The program has got memory, which may have served before: what was done to it then is past. */
    public static void allocated(MemorySegment segment) {
        ThreadRaces thread = Buffers.watched == 0 || !segment.isNative() ? null : current();
        if (thread != null) {
            thread.pe.buffers.forget(segment.address(), segment.byteSize());
        }
    }

    /** An atomic store to the job's memory, that others may rely on, is about to be done. */
    static void releases(MemorySegment segment, long offset, long bytes) {
        ThreadRaces thread = current();
        long at = thread == null ? -1 : Buffers.inJob(segment, offset, bytes);
        if (at >= 0) {
            thread.release((int) (at / JobMemory.stride()), at % JobMemory.stride(), thread.operation(), Effect.CHANGES,
                0);
        }
    }

    /** An atomic load of the job's memory has been done. */
    static void acquires(MemorySegment segment, long offset, int bytes) {
        ThreadRaces thread = current();
        long at = thread == null ? -1 : Buffers.inJob(segment, offset, bytes);
        if (at >= 0) {
            thread.acquire((int) (at / JobMemory.stride()), at % JobMemory.stride(), bytes, 0, null);
        }
    }

    /** The program begins a wait for a signal, after which it tells if it uses the value. */
    public static void tells() {
        ThreadRaces thread = current();
        if (thread != null) {
            thread.tells();
        }
    }

    /** The program uses the value that its latest wait for a signal has returned. */
    public static void uses(long value) {
        ThreadRaces thread = current();
        if (thread != null) {
            thread.uses(value);
        }
    }

    // ---- arrays: an element is about to be loaded or stored at a place in the program --------------------------

    public static void arrayLoad(Object array, int index, int place) {
        if (Buffers.watched != 0) {
            array(Shadow.READ, array, index, 1, place);
        }
    }

    public static void arrayStore(Object array, int index, int place) {
        if (Buffers.watched != 0) {
            array(Shadow.WRITE, array, index, 1, place);
        }
    }

    /** A method of the JDK is about to load or store elements up to an end, -1 for all. */
    static void elements(Object array, int first, int end, int stores) {
        if (Buffers.watched != 0 && array != null) {
            int length = Array.getLength(array);
            int last = end < 0 ? length : Math.min(end, length);
            array(stores == 0 ? Shadow.READ : Shadow.WRITE, array, first, Math.max(0, last - first), 0);
        }
    }

    public static void cloned(Object array) {
        elements(array, 0, -1, 0);
    }

    static void arraycopy(Object source, int from, Object target, int to, int count) {
        if (Buffers.watched != 0 && source != null && source.getClass().getComponentType() != null
            && source.getClass().getComponentType().isPrimitive() && count <= Array.getLength(source)) {
            array(Shadow.READ, source, from, count, 0);
            array(Shadow.WRITE, target, to, count, 0);
        }
    }

    private static void array(int kind, Object array, int index, int count, int place) {
        ThreadRaces thread = array == null || Buffers.watched == 0 ? null : current();
        if (thread != null) {
            if (place != 0) {
                Sites.at(place);
            }
            long bytes = size(array);
            thread.pe.buffers.local(thread, kind, MemorySegment.NULL, array, index * bytes, count * bytes);
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

    // ---- segments: a method of this name, and with these arguments at its beginning, is about to be called ------

    public static void get(MemorySegment segment, ValueLayout layout, long offset) {
        access(Shadow.READ, segment, offset, layout.byteSize());
    }

    public static void set(MemorySegment segment, ValueLayout layout, long offset) {
        access(Shadow.WRITE, segment, offset, layout.byteSize());
    }

    public static void getAtIndex(MemorySegment segment, ValueLayout layout, long index) {
        access(Shadow.READ, segment, index * layout.byteSize(), layout.byteSize());
    }

    public static void setAtIndex(MemorySegment segment, ValueLayout layout, long index) {
        access(Shadow.WRITE, segment, index * layout.byteSize(), layout.byteSize());
    }

    /** The program calls a method that accesses more than an element. */
    static void called(String method, Object[] arguments) {
        switch (method) {
            case "fill" -> all(Shadow.WRITE, arguments[0]);
            case "toArray" -> all(Shadow.READ, arguments[0]);
            case "mismatch" -> {
                all(Shadow.READ, arguments[0]);
                all(Shadow.READ, arguments[1]);
            }
            case "copyFrom" -> {
                all(Shadow.READ, arguments[1]);
                access(Shadow.WRITE, (MemorySegment) arguments[0], 0, ((MemorySegment) arguments[1]).byteSize());
            }
            default -> {
                long count = ((Number) arguments[arguments.length - 1]).longValue();
                int target = side(Shadow.READ, arguments, 0, count);
                side(Shadow.WRITE, arguments, target, count);
            }
        }
    }

    private static void all(int kind, Object segment) {
        access(kind, (MemorySegment) segment, 0, ((MemorySegment) segment).byteSize());
    }

    /** One side of a copy: an array and an index, or a segment, maybe a layout, and an offset; {@return its end} */
    private static int side(int kind, Object[] arguments, int at, long count) {
        if (!(arguments[at] instanceof MemorySegment segment)) {
            array(kind, arguments[at], (int) arguments[at + 1], (int) count, 0);
            return at + 2;
        }
        boolean laidOut = arguments[at + 1] instanceof ValueLayout;
        long size = laidOut ? ((ValueLayout) arguments[at + 1]).byteSize() : 1;
        access(kind, segment, (long) arguments[at + (laidOut ? 2 : 1)], count * size);
        return at + (laidOut ? 3 : 2);
    }
}
