// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
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
    /**
     * Stores one element, {@code shmem_long_p}.
     *
     * @params
     * @throws index, pe, freed
     */
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
    /**
     * Loads one element, {@code shmem_long_g}.
     *
     * @params
     * @return the value
     * @throws index, pe, freed
     */
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
        long token = c.enter(Routine.P, target, Long.BYTES);
        c.backend.putLong(target, address, value);
        //#real c.backend.putLong(target, address, Double.doubleToRawLongBits(value));
        c.leave(Routine.P, target, Long.BYTES, token);
    }

    private static long hookedG(Context c, SymmetricLongs source, long index, int pe) {
        int from = c.world(pe);
        long address = Symmetric.at(source, index);
        long token = c.enter(Routine.G, from, Long.BYTES);
        long value = c.backend.getLong(from, address);
        //#real double value = Double.longBitsToDouble(c.backend.getLong(from, address));
        c.leave(Routine.G, from, Long.BYTES, token);
        return value;
    }

//#each put/PUT/c/Later put/PUT/put/ putNbi/PUT_NBI/put_nbi/Later
//#each from/all/Source/int/count/elements
//#row array | a Java array | long[] | int | int | (long) count
//#row segment | a memory segment | MemorySegment | long | long | count
//#row object | this PE's copy of a symmetric object | SymmetricLongs | long | long | count
//#param pe the target
//#param source the $from$
    /**
//#when put
     * Copies elements of $all$ to a PE, {@code shmem_long_$c$}.
//#else
     * Starts to copy elements of $all$ to a PE, {@code shmem_long_$c$}. The $from$
     * must not change until {@link Context#quiet}.
//#end
     *
     * @params
     * @throws index, pe, freed
     */
    default void $put$(SymmetricLongs dest, long destIndex, $Source$ source, $int$ sourceIndex, $count$ count,
        int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.$PUT$, target, $elements$ << 3) : 0;
        if (count != 0) {
//#when array
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            c.backend.write$Later$(target, address, source, sourceIndex, ValueLayout.JAVA_LONG, count);
//#end
//#when segment
            long from = Fault.checkSegment(source, sourceIndex, count, 3);
            c.backend.write$Later$(target, address, source, from, count << 3);
//#end
//#when object
            long from = Symmetric.at(source, sourceIndex, count);
            if (Check.FULL && target == c.me) {
                Misuse.localOverlap(dest, address, source, from, count << 3);
            }
            c.backend.copy$Later$(target, address, c.me, from, count << 3);
//#end
//#when putNbi
            if (Check.FULL) {
//#when array
                c.inFlight().put(target, MemorySegment.ofArray(source), (long) sourceIndex << 3,
                    (long) count << 3);
//#end
//#when segment
                c.inFlight().put(target, source, from, count << 3);
//#end
//#when object
                c.inFlight().put(target, source.copy(), sourceIndex << 3, count << 3);
//#end
            }
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$PUT$, target, $elements$ << 3, token);
        }
    }

//#next
//#param source the symmetric object
//#next
//#each get/GET/c get/GET/get getNbi/GET_NBI/get_nbi
//#each to/all/Dest/int/count/elements
//#row array | a Java array | long[] | int | int | (long) count
//#row segment | a memory segment | MemorySegment | long | long | count
//#row object | this PE's copy of a symmetric object | SymmetricLongs | long | long | count
//#param pe the PE to read
//#param dest the $to$
    /**
//#when get
     * Copies elements from a PE to $all$, {@code shmem_long_$c$}.
//#else
     * Starts to copy elements from a PE to $all$, {@code shmem_long_$c$}. The $to$
     * holds them after {@link Context#quiet}.
//#end
     *
     * @params
     * @throws index, pe, freed
     */
    default void $get$($Dest$ dest, $int$ destIndex, SymmetricLongs source, long sourceIndex, $count$ count,
        int pe) {
        Context c = (Context) this;
        int from = c.world(pe);
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.$GET$, from, $elements$ << 3) : 0;
        if (count != 0) {
//#when array
            Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
//#when getNbi
            if (Check.FULL) {
                c.inFlight().get(from, address, MemorySegment.ofArray(dest), (long) destIndex << 3,
                    (long) count << 3);
            } else {
                c.backend.readLater(from, address, dest, destIndex, ValueLayout.JAVA_LONG, count);
            }
//#else
            c.backend.read(from, address, dest, destIndex, ValueLayout.JAVA_LONG, count);
//#end
//#end
//#when segment
            long to = Fault.checkTarget(dest, destIndex, count, 3);
//#when getNbi
            if (Check.FULL) {
                c.inFlight().get(from, address, dest, to, count << 3);
            } else {
                c.backend.readLater(from, address, dest, to, count << 3);
            }
//#else
            c.backend.read(from, address, dest, to, count << 3);
//#end
//#end
//#when object
            long to = Symmetric.at(dest, destIndex, count);
            if (Check.FULL && from == c.me) {
                Misuse.localOverlap(dest, to, source, address, count << 3);
            }
//#when getNbi
            if (Check.FULL) {
                c.inFlight().get(from, address, dest.copy(), destIndex << 3, count << 3);
            } else {
                c.backend.copyLater(c.me, to, from, address, count << 3);
            }
//#else
            c.backend.copy(c.me, to, from, address, count << 3);
//#end
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$GET$, from, $elements$ << 3, token);
        }
    }

//#next
//#param dest the symmetric object
//#next
//#done
}
