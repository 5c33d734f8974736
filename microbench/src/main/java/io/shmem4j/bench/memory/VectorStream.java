// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import io.shmem4j.SymmetricDoubles;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** Arrays in symmetric memory by the Vector API; only loaded where its module is there. */
final class VectorStream extends SegmentStream {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    VectorStream(SymmetricDoubles memory) {
        super("vector", memory);
    }

    static boolean available() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }

    @Override
    void copy(int from, int to) {
        MemorySegment x = a;
        MemorySegment z = c;
        int i = from;
        for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
            load(x, i).intoMemorySegment(z, (long) i * Double.BYTES, ORDER);
        }
        for (; i < to; i++) {
            z.setAtIndex(JAVA_DOUBLE, i, x.getAtIndex(JAVA_DOUBLE, i));
        }
    }

    @Override
    void scale(int from, int to) {
        MemorySegment y = b;
        MemorySegment z = c;
        int i = from;
        for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
            load(z, i).mul(StreamKernel.FACTOR).intoMemorySegment(y, (long) i * Double.BYTES, ORDER);
        }
        for (; i < to; i++) {
            y.setAtIndex(JAVA_DOUBLE, i, StreamKernel.FACTOR * z.getAtIndex(JAVA_DOUBLE, i));
        }
    }

    @Override
    void add(int from, int to) {
        MemorySegment x = a;
        MemorySegment y = b;
        MemorySegment z = c;
        int i = from;
        for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
            load(x, i).add(load(y, i)).intoMemorySegment(z, (long) i * Double.BYTES, ORDER);
        }
        for (; i < to; i++) {
            z.setAtIndex(JAVA_DOUBLE, i, x.getAtIndex(JAVA_DOUBLE, i) + y.getAtIndex(JAVA_DOUBLE, i));
        }
    }

    @Override
    void triad(int from, int to) {
        MemorySegment x = a;
        MemorySegment y = b;
        MemorySegment z = c;
        int i = from;
        for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
            load(z, i).mul(StreamKernel.FACTOR).add(load(y, i)).intoMemorySegment(x, (long) i * Double.BYTES, ORDER);
        }
        for (; i < to; i++) {
            x.setAtIndex(JAVA_DOUBLE, i,
                y.getAtIndex(JAVA_DOUBLE, i) + StreamKernel.FACTOR * z.getAtIndex(JAVA_DOUBLE, i));
        }
    }

    private static DoubleVector load(MemorySegment from, int index) {
        return DoubleVector.fromMemorySegment(SPECIES, from, (long) index * Double.BYTES, ORDER);
    }
}
