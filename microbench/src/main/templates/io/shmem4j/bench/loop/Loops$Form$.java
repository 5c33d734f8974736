// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.loop;

import io.shmem4j.Shmem;
//#files Form/kind/Doubles/Ints/Bytes/DoubleRow/IntRow/ByteRow
//#row Arrays | array | double[] | int[] | byte[] | double[] | int[] | byte[]
//#row Objects | object
//# | SymmetricDoubles | SymmetricInts | SymmetricBytes | SymmetricDoubles | SymmetricInts | SymmetricBytes
//#row Views | view | DoubleView | IntView | ByteView | DoubleView | IntView | ByteView
//#row Grids | grid
//# | SymmetricDoubles2D | SymmetricInts2D | SymmetricBytes2D | SymmetricDoubles2D | SymmetricInts2D | SymmetricBytes2D
//#row GridRows | lines
//# | SymmetricDoubles2D | SymmetricInts2D | SymmetricBytes2D | SymmetricDoubles | SymmetricInts | SymmetricBytes
//#when object lines
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
//#end
//#when view
import io.shmem4j.ByteView;
import io.shmem4j.DoubleView;
import io.shmem4j.IntView;
//#end
//#when grid lines
import io.shmem4j.data.SymmetricBytes2D;
import io.shmem4j.data.SymmetricDoubles2D;
import io.shmem4j.data.SymmetricInts2D;
//#end

/**
 * Loops over {@code $Doubles$}, {@code $Ints$} and {@code $Bytes$}. They access elements by {@link #row},
 * {@link #start}, {@link #get} and {@link #set} only, which the compiler inlines.
 */
final class Loops$Form$ extends Loops {
    final $Doubles$ a;
    final $Doubles$ b;
    final $Doubles$ c;
    final $Doubles$ d;
    final $Ints$ k;
    final $Ints$ h;
    final $Bytes$ x;
    final $Bytes$ y;
    /** Number and width of the rows that loops over one dimension see. */
    private final int lines;
    private final int width;

    Loops$Form$(Shmem shmem, int rows, int columns) {
        super(rows, columns);
        //#when grid lines
        lines = rows;
        //#else
        lines = 1;
        //#end
        width = rows * columns / lines;
        a = doubles(shmem, rows, columns);
        b = doubles(shmem, rows, columns);
        c = doubles(shmem, rows, columns);
        d = doubles(shmem, rows, columns);
        k = ints(shmem, rows, columns);
        h = ints(shmem, rows, columns);
        x = bytes(shmem, rows, columns);
        y = bytes(shmem, rows, columns);
    }

    /** {@return the index of a row's first element, for get and set; in a grid the row's number} */
    private static int start(int row, int columns) {
        //#when grid
        return row;
        //#end
        //#when lines
        return 0;
        //#end
        //#when array object view
        return row * columns;
        //#end
    }

    //#each element/Element/Object/Row double/Double/$Doubles$/$DoubleRow$ int/Int/$Ints$/$IntRow$
    //#row byte | Byte | $Bytes$ | $ByteRow$
    private static $Object$ $element$s(Shmem shmem, int rows, int columns) {
        //#when array
        return new $element$[rows * columns];
        //#end
        //#when object
        return shmem.allocate$Element$s((long) rows * columns);
        //#end
        //#when view
        return shmem.view(shmem.allocate$Element$s((long) rows * columns), shmem.myPe());
        //#end
        //#when grid lines
        return Symmetric$Element$s2D.allocate(shmem, rows, columns);
        //#end
    }

    private static $Row$ row($Object$ object, int row) {
        //#when lines
        return object.row(row);
        //#else
        return object;
        //#end
    }

    private static $element$ get($Row$ row, int start, int column) {
        //#when array
        return row[start + column];
        //#end
        //#when grid
        return row.get(start, column);
        //#end
        //#when object view lines
        return row.get(start + column);
        //#end
    }

    private static void set($Row$ row, int start, int column, $element$ value) {
        //#when array
        row[start + column] = value;
        //#end
        //#when grid
        row.set(start, column, value);
        //#end
        //#when object view lines
        row.set(start + column, value);
        //#end
    }

    //#next
    @Override
    void fill() {
        sum = 0;
        for (int i = 0; i < lines; i++) {
            for (int j = 0; j < width; j++) {
                int n = i * width + j;
                int s = start(i, width);
                set(row(a, i), s, j, n % 7 * .125);
                set(row(b, i), s, j, n % 7 * .125);
                set(row(c, i), s, j, n % 7 * .125);
                set(row(d, i), s, j, n % 7 * .125);
                set(row(k, i), s, j, column(n, rows * columns));
                set(row(h, i), s, j, 0);
                set(row(x, i), s, j, (byte) (n % 3 & 1));
                set(row(y, i), s, j, (byte) 0);
            }
        }
    }

    @Override
    double checksum() {
        double total = sum;
        for (int i = 0; i < lines; i++) {
            for (int j = 0; j < width; j++) {
                int s = start(i, width);
                total = .999 * total + get(row(a, i), s, j);
                total = .999 * total + get(row(b, i), s, j);
                total = .999 * total + get(row(c, i), s, j);
                total = .999 * total + get(row(d, i), s, j);
                total = .999 * total + get(row(h, i), s, j);
                total = .999 * total + get(row(y, i), s, j);
            }
        }
        return total;
    }

    @Override
    boolean has(UserLoop loop) {
        //#when grid lines
        return loop != UserLoop.SPARSE && loop != UserLoop.HISTOGRAM;
        //#else
        return true;
        //#end
    }

    @Override
    void run(UserLoop loop) {
        switch (loop) {
            case STENCIL -> stencil(a, b, rows, columns);
            case PRODUCT -> sum = product(a, b, rows, columns);
            case UPDATE -> sum = update(a, b, c, d, lines, width);
            case DIRECTION -> direction(a, b, c, d, lines, width);
            case TRIAD -> triad(a, b, c, d, lines, width);
            case DOT -> sum = dot(a, b, c, d, lines, width);
            case TRANSPOSE -> transpose(a, b, Math.min(rows, columns), columns);
            case LIFE -> life(x, y, rows, columns);
            case PREFIX -> prefix(k, h, k, h, lines, width);
            //#when grid lines
            default -> throw new UnsupportedOperationException(loop.title);
            //#else
            case SPARSE -> sparse(a, k, b, c, rows * columns / ENTRIES);
            case HISTOGRAM -> histogram(k, h, rows * columns);
            //#end
        }
    }

    //#each loop/Object/Row stencil/$Doubles$/$DoubleRow$ product/$Doubles$/$DoubleRow$ life/$Bytes$/$ByteRow$
    private static double $loop$($Object$ from, $Object$ to, int rows, int columns) {
        double sum = 0;
        for (int i = 1; i < rows - 1; i++) {
            $Row$ up = row(from, i - 1);
            $Row$ mid = row(from, i);
            $Row$ down = row(from, i + 1);
            $Row$ out = row(to, i);
            int u = start(i - 1, columns);
            int m = start(i, columns);
            int n = start(i + 1, columns);
            for (int j = 1; j < columns - 1; j++) {
                //#when stencil
                set(out, m, j, .25 * (get(up, u, j) + get(down, n, j) + get(mid, m, j - 1) + get(mid, m, j + 1)));
                //#end
                //#when product
                double p = get(mid, m, j);
                double q = 4 * p - get(up, u, j) - get(down, n, j) - get(mid, m, j - 1) - get(mid, m, j + 1);
                set(out, m, j, q);
                sum += p * q;
                //#end
                //#when life
                int near = get(up, u, j - 1) + get(up, u, j) + get(up, u, j + 1) + get(mid, m, j - 1)
                    + get(mid, m, j + 1) + get(down, n, j - 1) + get(down, n, j) + get(down, n, j + 1);
                set(out, m, j, near == 3 ? 1 : near == 2 ? get(mid, m, j) : 0);
                //#end
            }
        }
        return sum;
    }

    //#next
    //#each loop/element/Object/Row
    //#row update | double | $Doubles$ | $DoubleRow$
    //#row direction | double | $Doubles$ | $DoubleRow$
    //#row triad | double | $Doubles$ | $DoubleRow$
    //#row dot | double | $Doubles$ | $DoubleRow$
    //#row prefix | int | $Ints$ | $IntRow$
    private static $element$ $loop$($Object$ a, $Object$ b, $Object$ c, $Object$ d, int lines, int width) {
        $element$ sum = 0;
        for (int i = 0; i < lines; i++) {
            $Row$ p = row(a, i);
            $Row$ q = row(b, i);
            $Row$ r = row(c, i);
            $Row$ t = row(d, i);
            int s = start(i, width);
            for (int j = 0; j < width; j++) {
                //#when update
                set(p, s, j, get(p, s, j) + FACTOR * get(r, s, j));
                double left = get(q, s, j) - FACTOR * get(t, s, j);
                set(q, s, j, left);
                sum += left * left;
                //#end
                //#when direction
                set(p, s, j, get(q, s, j) + FACTOR * get(p, s, j));
                //#end
                //#when triad
                set(p, s, j, get(q, s, j) + FACTOR * get(r, s, j));
                //#end
                //#when dot
                sum += get(p, s, j) * get(q, s, j);
                //#end
                //#when prefix
                sum += get(p, s, j);
                set(q, s, j, sum);
                //#end
            }
        }
        return sum;
    }

    //#next
    private static void transpose($Doubles$ from, $Doubles$ to, int side, int columns) {
        for (int i = 0; i < side; i++) {
            $DoubleRow$ line = row(from, i);
            int s = start(i, columns);
            for (int j = 0; j < side; j++) {
                //#when lines
                to.set(j, i, get(line, s, j));
                //#else
                set(to, start(j, columns), i, get(line, s, j));
                //#end
            }
        }
    }
    //#when array object view

    private static void sparse($Doubles$ values, $Ints$ places, $Doubles$ x, $Doubles$ product, int rows) {
        for (int i = 0; i < rows; i++) {
            double line = 0;
            for (int entry = i * ENTRIES; entry < (i + 1) * ENTRIES; entry++) {
                line += get(values, 0, entry) * get(x, 0, get(places, 0, entry));
            }
            set(product, 0, i, line);
        }
    }

    private static void histogram($Ints$ keys, $Ints$ counts, int length) {
        for (int i = 0; i < length; i++) {
            int key = get(keys, 0, i) & COUNTERS - 1;
            set(counts, 0, key, get(counts, 0, key) + 1);
        }
    }
    //#end
}
