// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.engine.Library;
import io.shmem4j.race.order.Buffers;
import io.shmem4j.race.order.CarriedOrder.Effect;
import io.shmem4j.race.order.PeRaces;
import io.shmem4j.race.order.Shadow;
import io.shmem4j.race.order.Sites;
import io.shmem4j.race.order.ThreadRaces;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/** Called by rewritten classes when they access memory through segments or arrays. */
public final class ProgramAccesses {
    private ProgramAccesses() {
    }

    static ThreadRaces current() {
        ThreadRaces known = !JobMemory.installed() || JobMemory.charged() ? null : PeRaces.known();
        return known != null || !JobMemory.installed() ? known : find();
    }

    /** {@return the calling thread's state, or null if it belongs to no initialized PE} */
    private static ThreadRaces find() {
        try {
            Backend own = Library.host().ownBackend();
            return own != null && own.attached().races() instanceof PeRaces pe ? pe.thread() : null;
        } catch (IllegalStateException e) {
            // A thread of the simulator itself.
            return null;
        }
    }

    public static void access(int kind, MemorySegment segment, long offset, long bytes) {
        ThreadRaces thread = bytes <= 0 || offset < 0 || offset > segment.byteSize() - bytes ? null : current();
        if (thread != null) {
            thread.pe.buffers.local(thread, kind, segment, null, offset, bytes);
        }
    }

    /** Forgets earlier accesses to memory that the program has just allocated. */
    public static void allocated(MemorySegment segment) {
        ThreadRaces thread = Buffers.watched == 0 || !segment.isNative() ? null : current();
        if (thread != null) {
            thread.pe.buffers.forget(segment.address(), segment.byteSize());
        }
    }

    /** Records a releasing store to symmetric memory; called before it. */
    static void releases(MemorySegment segment, long offset, long bytes) {
        ThreadRaces thread = current();
        long at = thread == null ? -1 : Buffers.inJob(segment, offset, bytes);
        if (at >= 0) {
            thread.release((int) (at / JobMemory.stride()), at % JobMemory.stride(), thread.operation(), Effect.CHANGES,
                0);
        }
    }

    /** Records an acquiring load of symmetric memory; called after it. */
    static void acquires(MemorySegment segment, long offset, int bytes) {
        ThreadRaces thread = current();
        long at = thread == null ? -1 : Buffers.inJob(segment, offset, bytes);
        if (at >= 0) {
            thread.acquire((int) (at / JobMemory.stride()), at % JobMemory.stride(), bytes, 0, null);
        }
    }

    /** Called before a wait for a signal, after which the program reports whether it uses the value. */
    public static void waitsForSignal() {
        ThreadRaces thread = current();
        if (thread != null) {
            thread.expectUse();
        }
    }

    /** Called when the program uses the value of its last wait for a signal. */
    public static void uses(long value) {
        ThreadRaces thread = current();
        if (thread != null) {
            thread.uses(value);
        }
    }

    /** Records an access to an array element with its call site; called before it. */
    public static void element(Object array, int index, int kind, String place) {
        if (Buffers.watched != 0) {
            Sites.at(place);
            array(kind, array, index, 1);
        }
    }

    /** Records a JDK method's access to a range of elements; an end of -1 means all. */
    static void elements(Object array, int first, int end, int kind) {
        if (Buffers.watched != 0 && array != null) {
            int length = Array.getLength(array);
            int last = end < 0 ? length : Math.min(end, length);
            array(kind, array, first, Math.max(0, last - first));
        }
    }

    public static void cloned(Object array) {
        elements(array, 0, -1, Shadow.READ);
    }

    static void arraycopy(Object source, int from, Object target, int to, int count) {
        if (Buffers.watched != 0 && source != null && source.getClass().getComponentType() != null
            && source.getClass().getComponentType().isPrimitive() && count <= Array.getLength(source)) {
            array(Shadow.READ, source, from, count);
            array(Shadow.WRITE, target, to, count);
        }
    }

    private static void array(int kind, Object array, int index, int count) {
        ThreadRaces thread = array == null || Buffers.watched == 0 ? null : current();
        if (thread != null) {
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

    /** Records a call that accesses several elements; called before it. */
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

    /**
     * Records one side of a copy, which is an array with an index or a segment with an optional layout and an offset;
     * {@return the index of the next argument}
     */
    private static int side(int kind, Object[] arguments, int at, long count) {
        if (!(arguments[at] instanceof MemorySegment segment)) {
            array(kind, arguments[at], (int) arguments[at + 1], (int) count);
            return at + 2;
        }
        boolean laidOut = arguments[at + 1] instanceof ValueLayout;
        long size = laidOut ? ((ValueLayout) arguments[at + 1]).byteSize() : 1;
        access(kind, segment, (long) arguments[at + (laidOut ? 2 : 1)], count * size);
        return at + (laidOut ? 3 : 2);
    }
}
