// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import io.shmem4j.SymmetricDoubles;
import io.shmem4j.bench.measure.WrongResultException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** A PE's three arrays and the four kernels. */
abstract class StreamArrays {
    private static final double FACTOR = 3.0;
    private static final double TOLERANCE = 1e-13;

    private final String name;
    private final int length;

    private StreamArrays(String name, int length) {
        this.name = name;
        this.length = length;
    }

    final String name() {
        return name;
    }

    final int length() {
        return length;
    }

    abstract double get(char array, int i);

    abstract void set(int i, double newA, double newB, double newC);

    abstract void copy(int from, int to);

    abstract void scale(int from, int to);

    abstract void add(int from, int to);

    abstract void triad(int from, int to);

    final void run(Kernel kernel, int from, int to) {
        switch (kernel) {
            case COPY -> copy(from, to);
            case SCALE -> scale(from, to);
            case ADD -> add(from, to);
            case TRIAD -> triad(from, to);
        }
    }

    final void fill() {
        for (int i = 0; i < length; i++) {
            set(i, 1, 2, 0);
        }
    }

    /** Checks all elements after one kernel, or after all four in order if {@code only} is null. */
    final void check(Kernel only) {
        double c = only == null || only == Kernel.COPY ? 1 : 0;
        double b = only == null || only == Kernel.SCALE ? FACTOR * c : 2;
        c = only == null || only == Kernel.ADD ? 1 + b : c;
        double a = only == null || only == Kernel.TRIAD ? b + FACTOR * c : 1;
        for (int i = 0; i < length; i++) {
            check('a', i, a);
            check('b', i, b);
            check('c', i, c);
        }
    }

    private void check(char array, int i, double expected) {
        double actual = get(array, i);
        if (Math.abs(actual - expected) > TOLERANCE * Math.abs(expected)) {
            throw new WrongResultException(name + ", array " + array + ": element " + i + " is " + actual + ", not "
                + expected);
        }
    }

    /** The kernels in their order of execution. */
    enum Kernel {
        COPY("Copy", 2),
        SCALE("Scale", 2),
        ADD("Add", 3),
        TRIAD("Triad", 3);

        final String title;
        /** Bytes read and written per element, as STREAM counts them. */
        final int bytes;

        Kernel(String title, int arrays) {
            this.title = title;
            bytes = arrays * Double.BYTES;
        }
    }

    /** Arrays on the Java heap, in loops that the compiler vectorises by itself. */
    static final class OnHeap extends StreamArrays {
        private final double[] a;
        private final double[] b;
        private final double[] c;

        OnHeap(int length) {
            super("Java arrays", length);
            a = new double[length];
            b = new double[length];
            c = new double[length];
        }

        @Override
        double get(char array, int i) {
            return (array == 'a' ? a : array == 'b' ? b : c)[i];
        }

        @Override
        void set(int i, double newA, double newB, double newC) {
            a[i] = newA;
            b[i] = newB;
            c[i] = newC;
        }

        @Override
        void copy(int from, int to) {
            for (int i = from; i < to; i++) {
                c[i] = a[i];
            }
        }

        @Override
        void scale(int from, int to) {
            for (int i = from; i < to; i++) {
                b[i] = FACTOR * c[i];
            }
        }

        @Override
        void add(int from, int to) {
            for (int i = from; i < to; i++) {
                c[i] = a[i] + b[i];
            }
        }

        @Override
        void triad(int from, int to) {
            for (int i = from; i < to; i++) {
                a[i] = b[i] + FACTOR * c[i];
            }
        }
    }

    /** Arrays in symmetric memory, element by element. */
    static class Symmetric extends StreamArrays {
        final MemorySegment a;
        final MemorySegment b;
        final MemorySegment c;

        Symmetric(String name, SymmetricDoubles memory) {
            super(name, (int) (memory.length() / 3));
            a = memory.slice(0, length()).local();
            b = memory.slice(length(), length()).local();
            c = memory.slice(2L * length(), length()).local();
        }

        @Override
        double get(char array, int i) {
            return (array == 'a' ? a : array == 'b' ? b : c).getAtIndex(JAVA_DOUBLE, i);
        }

        @Override
        void set(int i, double newA, double newB, double newC) {
            a.setAtIndex(JAVA_DOUBLE, i, newA);
            b.setAtIndex(JAVA_DOUBLE, i, newB);
            c.setAtIndex(JAVA_DOUBLE, i, newC);
        }

        @Override
        void copy(int from, int to) {
            for (int i = from; i < to; i++) {
                c.setAtIndex(JAVA_DOUBLE, i, a.getAtIndex(JAVA_DOUBLE, i));
            }
        }

        @Override
        void scale(int from, int to) {
            for (int i = from; i < to; i++) {
                b.setAtIndex(JAVA_DOUBLE, i, FACTOR * c.getAtIndex(JAVA_DOUBLE, i));
            }
        }

        @Override
        void add(int from, int to) {
            for (int i = from; i < to; i++) {
                c.setAtIndex(JAVA_DOUBLE, i, a.getAtIndex(JAVA_DOUBLE, i) + b.getAtIndex(JAVA_DOUBLE, i));
            }
        }

        @Override
        void triad(int from, int to) {
            for (int i = from; i < to; i++) {
                a.setAtIndex(JAVA_DOUBLE, i, b.getAtIndex(JAVA_DOUBLE, i) + FACTOR * c.getAtIndex(JAVA_DOUBLE, i));
            }
        }
    }

    /** The same by the Vector API, but for the last elements; only loaded where its module is there. */
    static final class Vectors extends Symmetric {
        private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
        private static final ByteOrder ORDER = ByteOrder.nativeOrder();

        Vectors(String name, SymmetricDoubles memory) {
            super(name, memory);
        }

        @Override
        void copy(int from, int to) {
            int i = from;
            for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
                load(a, i).intoMemorySegment(c, (long) i * Double.BYTES, ORDER);
            }
            super.copy(i, to);
        }

        @Override
        void scale(int from, int to) {
            int i = from;
            for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
                load(c, i).mul(FACTOR).intoMemorySegment(b, (long) i * Double.BYTES, ORDER);
            }
            super.scale(i, to);
        }

        @Override
        void add(int from, int to) {
            int i = from;
            for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
                load(a, i).add(load(b, i)).intoMemorySegment(c, (long) i * Double.BYTES, ORDER);
            }
            super.add(i, to);
        }

        @Override
        void triad(int from, int to) {
            int i = from;
            for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
                load(c, i).mul(FACTOR).add(load(b, i)).intoMemorySegment(a, (long) i * Double.BYTES, ORDER);
            }
            super.triad(i, to);
        }

        private static DoubleVector load(MemorySegment from, int index) {
            return DoubleVector.fromMemorySegment(SPECIES, from, (long) index * Double.BYTES, ORDER);
        }
    }
}
