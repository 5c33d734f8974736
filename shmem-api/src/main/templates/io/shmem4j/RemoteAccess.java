// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Remote memory access: store, load, put and get for every element type, {@code shmem_*_p}, {@code g}, {@code put},
 * {@code get} and their non-blocking forms.
 *
 * <p>PE numbers are those of the context's team. Indices and counts are in elements, those of memory segments too.
 * A blocking put returns when the program may change the source, a blocking get when the target holds the data. The
 * non-blocking forms only start the transfer: until {@link Context#quiet} the source of a put must not change, and the
 * target of a get is undefined.
 */
public sealed interface RemoteAccess permits Context {
//#types: 3 g hookedG value
//#param pe the target
    /** Stores one element, {@code shmem_long_p}. @params @throws index, pe, freed */
    default void p(SymmetricLongs dest, long index, long value, int pe) {
        Context c = (Context) this;
        if (Hook.ON) {
            hookedP(c, dest, index, value, pe);
            return;
        }
        c.backend.putLong(c.world(pe), Symmetric.at(dest, index), value);
        //#real c.backend.putLong(c.world(pe), Symmetric.at(dest, index), Double.doubleToRawLongBits(value));
    }

//#param pe the PE to read
    /** Loads one element, {@code shmem_long_g}. @params @return the value @throws index, pe, freed */
    default long g(SymmetricLongs source, long index, int pe) {
        Context c = (Context) this;
        if (Hook.ON) {
            return hookedG(c, source, index, pe);
        }
        return c.backend.getLong(c.world(pe), Symmetric.at(source, index));
        //#real return Double.longBitsToDouble(c.backend.getLong(c.world(pe), Symmetric.at(source, index)));
    }

    /** Separate from {@code p}, which stays small enough to be inlined everywhere. */
    private static void hookedP(Context c, SymmetricLongs dest, long index, long value, int pe) {
        int target = c.world(pe);
        long address = Symmetric.at(dest, index);
        long token = Hook.ON ? c.enter(Routine.P, target, Long.BYTES) : 0;
        c.backend.putLong(target, address, value);
        //#real c.backend.putLong(target, address, Double.doubleToRawLongBits(value));
        if (Hook.ON) {
            c.leave(Routine.P, target, Long.BYTES, token);
        }
    }

    private static long hookedG(Context c, SymmetricLongs source, long index, int pe) {
        int from = c.world(pe);
        long address = Symmetric.at(source, index);
        long token = Hook.ON ? c.enter(Routine.G, from, Long.BYTES) : 0;
        long value = c.backend.getLong(from, address);
        //#real double value = Double.longBitsToDouble(c.backend.getLong(from, address));
        if (Hook.ON) {
            c.leave(Routine.G, from, Long.BYTES, token);
        }
        return value;
    }

//#param pe the target
//#param source the array
    /** Copies elements of a Java array to a PE, {@code shmem_long_put}. @params @throws index, pe, freed */
    default void put(SymmetricLongs dest, long destIndex, long[] source, int sourceIndex, int count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.PUT, target, (long) count << 3) : 0;
        Transfers.put(c, target, to, source, source == null ? -1 : source.length, sourceIndex, ValueLayout.JAVA_LONG,
            count);
        if (Hook.ON) {
            c.leave(Routine.PUT, target, (long) count << 3, token);
        }
    }

    /** Starts to copy elements of a Java array to a PE, {@code shmem_long_put_nbi}. The array must not change until
     * {@link Context#quiet}. @params @throws index, pe, freed */
    default void putNbi(SymmetricLongs dest, long destIndex, long[] source, int sourceIndex, int count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.PUT_NBI, target, (long) count << 3) : 0;
        Transfers.putNbi(c, target, to, source, source == null ? -1 : source.length, sourceIndex, ValueLayout.JAVA_LONG,
            count);
        if (Hook.ON) {
            c.leave(Routine.PUT_NBI, target, (long) count << 3, token);
        }
    }

//#param source the segment
    /** Copies elements of a memory segment to a PE, {@code shmem_long_put}. @params @throws index, pe, freed */
    default void put(SymmetricLongs dest, long destIndex, MemorySegment source, long sourceIndex, long count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.PUT, target, count << 3) : 0;
        Transfers.put(c, target, to, source, sourceIndex, count, 3);
        if (Hook.ON) {
            c.leave(Routine.PUT, target, count << 3, token);
        }
    }

    /** Starts to copy elements of a memory segment to a PE, {@code shmem_long_put_nbi}. The segment must not change
     * until {@link Context#quiet}. @params @throws index, pe, freed */
    default void putNbi(SymmetricLongs dest, long destIndex, MemorySegment source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.PUT_NBI, target, count << 3) : 0;
        Transfers.putNbi(c, target, to, source, sourceIndex, count, 3);
        if (Hook.ON) {
            c.leave(Routine.PUT_NBI, target, count << 3, token);
        }
    }

//#param source the object
    /** Copies elements of this PE's copy of a symmetric object to a PE, {@code shmem_long_put}. @params @throws index,
     * pe, freed */
    default void put(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.PUT, target, count << 3) : 0;
        Transfers.put(c, target, dest, to, source, sourceIndex, count, 3);
        if (Hook.ON) {
            c.leave(Routine.PUT, target, count << 3, token);
        }
    }

    /** Starts to copy elements of this PE's copy of a symmetric object to a PE, {@code shmem_long_put_nbi}. The object
     * must not change until {@link Context#quiet}. @params @throws index, pe, freed */
    default void putNbi(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.PUT_NBI, target, count << 3) : 0;
        Transfers.putNbi(c, target, dest, to, source, sourceIndex, count, 3);
        if (Hook.ON) {
            c.leave(Routine.PUT_NBI, target, count << 3, token);
        }
    }

//#param source the symmetric object
//#param pe the PE to read
//#param dest the array
    /** Copies elements from a PE to a Java array, {@code shmem_long_get}. @params @throws index, pe, freed */
    default void get(long[] dest, int destIndex, SymmetricLongs source, long sourceIndex, int count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.GET, target, (long) count << 3) : 0;
        Transfers.get(c, dest, dest == null ? -1 : dest.length, destIndex, ValueLayout.JAVA_LONG, target, from, count);
        if (Hook.ON) {
            c.leave(Routine.GET, target, (long) count << 3, token);
        }
    }

    /** Starts to copy elements from a PE to a Java array, {@code shmem_long_get_nbi}. The array holds them after
     * {@link Context#quiet}. @params @throws index, pe, freed */
    default void getNbi(long[] dest, int destIndex, SymmetricLongs source, long sourceIndex, int count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.GET_NBI, target, (long) count << 3) : 0;
        Transfers.getNbi(c, dest, dest == null ? -1 : dest.length, destIndex, ValueLayout.JAVA_LONG, target, from,
            count);
        if (Hook.ON) {
            c.leave(Routine.GET_NBI, target, (long) count << 3, token);
        }
    }

//#param dest the segment
    /** Copies elements from a PE to a memory segment, {@code shmem_long_get}. @params @throws index, pe, freed */
    default void get(MemorySegment dest, long destIndex, SymmetricLongs source, long sourceIndex, long count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.GET, target, count << 3) : 0;
        Transfers.get(c, dest, destIndex, target, from, count, 3);
        if (Hook.ON) {
            c.leave(Routine.GET, target, count << 3, token);
        }
    }

    /** Starts to copy elements from a PE to a memory segment, {@code shmem_long_get_nbi}. The segment holds them after
     * {@link Context#quiet}. @params @throws index, pe, freed */
    default void getNbi(MemorySegment dest, long destIndex, SymmetricLongs source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.GET_NBI, target, count << 3) : 0;
        Transfers.getNbi(c, dest, destIndex, target, from, count, 3);
        if (Hook.ON) {
            c.leave(Routine.GET_NBI, target, count << 3, token);
        }
    }

//#param dest the object
    /** Copies elements from a PE to this PE's copy of a symmetric object, {@code shmem_long_get}. @params @throws
     * index, pe, freed */
    default void get(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.GET, target, count << 3) : 0;
        Transfers.get(c, dest, destIndex, target, source, from, count, 3);
        if (Hook.ON) {
            c.leave(Routine.GET, target, count << 3, token);
        }
    }

    /** Starts to copy elements from a PE to this PE's copy of a symmetric object, {@code shmem_long_get_nbi}. The
     * object holds them after {@link Context#quiet}. @params @throws index, pe, freed */
    default void getNbi(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.GET_NBI, target, count << 3) : 0;
        Transfers.getNbi(c, dest, destIndex, target, source, from, count, 3);
        if (Hook.ON) {
            c.leave(Routine.GET_NBI, target, count << 3, token);
        }
    }

//#param dest the symmetric object
//#done
}
