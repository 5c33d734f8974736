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

    //#each kernel copy scale add triad
    abstract void $kernel$(int from, int to);

    //#next
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

    //#each Form/Numbers/contents
    //#row OnHeap | double[] | Arrays on the Java heap, in loops that the compiler vectorises by itself.
    //#row Symmetric | MemorySegment | Arrays in symmetric memory, element by element.
    //#row Vectors | MemorySegment | The same by the Vector API; only loaded where its module is there.
    /** $contents$ */
    static final class $Form$ extends StreamArrays {
        //#when Vectors
        private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
        private static final ByteOrder ORDER = ByteOrder.nativeOrder();

        //#end
        private final $Numbers$ a;
        private final $Numbers$ b;
        private final $Numbers$ c;

        //#when OnHeap
        OnHeap(int length) {
            super("Java arrays", length);
            a = new double[length];
            b = new double[length];
            c = new double[length];
        }

        //#else
        $Form$(String name, SymmetricDoubles memory) {
            super(name, (int) (memory.length() / 3));
            a = memory.slice(0, length()).local();
            b = memory.slice(length(), length()).local();
            c = memory.slice(2L * length(), length()).local();
        }

        //#end
        @Override
        double get(char array, int i) {
            $Numbers$ numbers = array == 'a' ? a : array == 'b' ? b : c;
            //#when OnHeap
            return numbers[i];
            //#else
            return numbers.getAtIndex(JAVA_DOUBLE, i);
            //#end
        }

        @Override
        void set(int i, double newA, double newB, double newC) {
            //#each array/value a/newA b/newB c/newC
            //#when OnHeap
            $array$[i] = $value$;
            //#else
            $array$.setAtIndex(JAVA_DOUBLE, i, $value$);
            //#end
            //#next
        }

        //#each kernel/to/onHeap/symmetric/vector
        //#row copy | z | x[i] | x.getAtIndex(JAVA_DOUBLE, i) | load(x, i)
        //#row scale | y | FACTOR * z[i] | FACTOR * z.getAtIndex(JAVA_DOUBLE, i) | load(z, i).mul(FACTOR)
        //#row add | z | x[i] + y[i] | x.getAtIndex(JAVA_DOUBLE, i) + y.getAtIndex(JAVA_DOUBLE, i)
        //# | load(x, i).add(load(y, i))
        //#row triad | x | y[i] + FACTOR * z[i] | y.getAtIndex(JAVA_DOUBLE, i) + FACTOR * z.getAtIndex(JAVA_DOUBLE, i)
        //# | load(z, i).mul(FACTOR).add(load(y, i))
        @Override
        void $kernel$(int from, int to) {
            $Numbers$ x = a;
            $Numbers$ y = b;
            $Numbers$ z = c;
            int i = from;
            //#when Vectors
            for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
                $vector$.intoMemorySegment($to$, (long) i * Double.BYTES, ORDER);
            }
            //#end
            for (; i < to; i++) {
                //#when OnHeap
                $to$[i] = $onHeap$;
                //#else
                $to$.setAtIndex(JAVA_DOUBLE, i, $symmetric$);
                //#end
            }
        }

        //#next
        //#when Vectors
        private static DoubleVector load(MemorySegment from, int index) {
            return DoubleVector.fromMemorySegment(SPECIES, from, (long) index * Double.BYTES, ORDER);
        }
        //#end
    }

    //#next
}
