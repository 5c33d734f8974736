// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The part of bulk copies that all element types share: checks this PE's side and moves the elements. An argument may
 * be null if there are no elements. Blocking and non-blocking forms are apart, because the JIT inlines by the counts of
 * each.
 */
final class Transfers {
    private Transfers() {
    }

    static void put(Context c, int pe, long to, Object source, int length, int index, ValueLayout layout, int count) {
        if (count != 0) {
            Fault.checkArray(source, length, index, count);
            c.backend.write(pe, to, source, index, layout, count);
        }
    }

    static void putNbi(Context c, int pe, long to, Object source, int length, int index, ValueLayout layout,
        int count) {
        if (count != 0) {
            Fault.checkArray(source, length, index, count);
            c.backend.writeLater(pe, to, source, index, layout, count);
            if (Check.FULL) {
                c.inFlight().put(pe, segment(source), index * layout.byteSize(), count * layout.byteSize());
            }
        }
    }

    static void put(Context c, int pe, long to, MemorySegment source, long index, long count, int shift) {
        if (count != 0) {
            c.backend.write(pe, to, source, Fault.checkSegment(source, index, count, shift), count << shift);
        }
    }

    static void putNbi(Context c, int pe, long to, MemorySegment source, long index, long count, int shift) {
        if (count != 0) {
            long from = Fault.checkSegment(source, index, count, shift);
            c.backend.writeLater(pe, to, source, from, count << shift);
            if (Check.FULL) {
                c.inFlight().put(pe, source, from, count << shift);
            }
        }
    }

    static void put(Context c, int pe, Symmetric dest, long to, Symmetric source, long index, long count, int shift) {
        if (count != 0) {
            long from = Symmetric.at(source, index, count);
            refuseOverlap(c, pe, dest, to, source, from, count << shift);
            c.backend.copy(pe, to, c.me, from, count << shift);
        }
    }

    static void putNbi(Context c, int pe, Symmetric dest, long to, Symmetric source, long index, long count,
        int shift) {
        if (count != 0) {
            long from = Symmetric.at(source, index, count);
            refuseOverlap(c, pe, dest, to, source, from, count << shift);
            c.backend.copyLater(pe, to, c.me, from, count << shift);
            if (Check.FULL) {
                c.inFlight().put(pe, source.copy(), index << shift, count << shift);
            }
        }
    }

    static void get(Context c, Object dest, int length, int index, ValueLayout layout, int pe, long from, int count) {
        if (count != 0) {
            Fault.checkArray(dest, length, index, count);
            c.backend.read(pe, from, dest, index, layout, count);
        }
    }

    static void getNbi(Context c, Object dest, int length, int index, ValueLayout layout, int pe, long from,
        int count) {
        if (count != 0) {
            Fault.checkArray(dest, length, index, count);
            if (Check.FULL) {
                c.inFlight().get(pe, from, segment(dest), index * layout.byteSize(), count * layout.byteSize());
            } else {
                c.backend.readLater(pe, from, dest, index, layout, count);
            }
        }
    }

    static void get(Context c, MemorySegment dest, long index, int pe, long from, long count, int shift) {
        if (count != 0) {
            c.backend.read(pe, from, dest, Fault.checkTarget(dest, index, count, shift), count << shift);
        }
    }

    static void getNbi(Context c, MemorySegment dest, long index, int pe, long from, long count, int shift) {
        if (count != 0) {
            long to = Fault.checkTarget(dest, index, count, shift);
            if (Check.FULL) {
                c.inFlight().get(pe, from, dest, to, count << shift);
            } else {
                c.backend.readLater(pe, from, dest, to, count << shift);
            }
        }
    }

    static void get(Context c, Symmetric dest, long index, int pe, Symmetric source, long from, long count, int shift) {
        if (count != 0) {
            long to = Symmetric.at(dest, index, count);
            refuseOverlap(c, pe, dest, to, source, from, count << shift);
            c.backend.copy(c.me, to, pe, from, count << shift);
        }
    }

    static void getNbi(Context c, Symmetric dest, long index, int pe, Symmetric source, long from, long count,
        int shift) {
        if (count != 0) {
            long to = Symmetric.at(dest, index, count);
            refuseOverlap(c, pe, dest, to, source, from, count << shift);
            if (Check.FULL) {
                c.inFlight().get(pe, from, dest.copy(), index << shift, count << shift);
            } else {
                c.backend.copyLater(c.me, to, pe, from, count << shift);
            }
        }
    }

    static void putSteps(Context c, int pe, long to, long toStep, MemorySegment source, long from, long fromStep,
        long count, long bytes) {
        for (long i = 0; i < count; i++) {
            c.backend.write(pe, to + i * toStep, source, from + i * fromStep, bytes);
        }
    }

    static void getSteps(Context c, MemorySegment dest, long to, long toStep, int pe, long from, long fromStep,
        long count, long bytes) {
        for (long i = 0; i < count; i++) {
            c.backend.read(pe, from + i * fromStep, dest, to + i * toStep, bytes);
        }
    }

    static void copySteps(Context c, int toPe, long to, long toStep, int fromPe, long from, long fromStep, long count,
        long bytes) {
        for (long i = 0; i < count; i++) {
            c.backend.copy(toPe, to + i * toStep, fromPe, from + i * fromStep, bytes);
        }
    }

    private static void refuseOverlap(Context c, int pe, Symmetric dest, long to, Symmetric source, long from,
        long bytes) {
        if (Check.FULL && pe == c.me) {
            Misuse.localOverlap(dest, to, source, from, bytes);
        }
    }

    private static MemorySegment segment(Object array) {
        return switch (array) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case short[] shorts -> MemorySegment.ofArray(shorts);
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            case float[] floats -> MemorySegment.ofArray(floats);
            default -> MemorySegment.ofArray((double[]) array);
        };
    }
}
