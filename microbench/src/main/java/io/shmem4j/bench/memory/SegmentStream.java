// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import io.shmem4j.SymmetricDoubles;
import java.lang.foreign.MemorySegment;

/** Arrays in symmetric memory; subclasses compute them. */
abstract class SegmentStream extends StreamArrays {
    final MemorySegment a;
    final MemorySegment b;
    final MemorySegment c;

    /** Three arrays side by side in one symmetric object. */
    SegmentStream(String name, SymmetricDoubles memory) {
        super(name, (int) (memory.length() / 3));
        a = memory.slice(0, length()).local();
        b = memory.slice(length(), length()).local();
        c = memory.slice(2L * length(), length()).local();
    }

    @Override
    final double a(int i) {
        return a.getAtIndex(JAVA_DOUBLE, i);
    }

    @Override
    final double b(int i) {
        return b.getAtIndex(JAVA_DOUBLE, i);
    }

    @Override
    final double c(int i) {
        return c.getAtIndex(JAVA_DOUBLE, i);
    }

    @Override
    final void set(int i, double newA, double newB, double newC) {
        a.setAtIndex(JAVA_DOUBLE, i, newA);
        b.setAtIndex(JAVA_DOUBLE, i, newB);
        c.setAtIndex(JAVA_DOUBLE, i, newC);
    }

    /** Element by element. */
    static final class Scalar extends SegmentStream {
        Scalar(SymmetricDoubles memory) {
            super("scalar", memory);
        }

        @Override
        void copy(int from, int to) {
            MemorySegment x = a;
            MemorySegment z = c;
            for (int i = from; i < to; i++) {
                z.setAtIndex(JAVA_DOUBLE, i, x.getAtIndex(JAVA_DOUBLE, i));
            }
        }

        @Override
        void scale(int from, int to) {
            MemorySegment y = b;
            MemorySegment z = c;
            for (int i = from; i < to; i++) {
                y.setAtIndex(JAVA_DOUBLE, i, StreamKernel.FACTOR * z.getAtIndex(JAVA_DOUBLE, i));
            }
        }

        @Override
        void add(int from, int to) {
            MemorySegment x = a;
            MemorySegment y = b;
            MemorySegment z = c;
            for (int i = from; i < to; i++) {
                z.setAtIndex(JAVA_DOUBLE, i, x.getAtIndex(JAVA_DOUBLE, i) + y.getAtIndex(JAVA_DOUBLE, i));
            }
        }

        @Override
        void triad(int from, int to) {
            MemorySegment x = a;
            MemorySegment y = b;
            MemorySegment z = c;
            for (int i = from; i < to; i++) {
                x.setAtIndex(JAVA_DOUBLE, i,
                    y.getAtIndex(JAVA_DOUBLE, i) + StreamKernel.FACTOR * z.getAtIndex(JAVA_DOUBLE, i));
            }
        }
    }
}
