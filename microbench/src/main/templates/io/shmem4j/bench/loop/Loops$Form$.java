// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.loop;

import io.shmem4j.Shmem;
//#files Form/kind/lines/first/plus/get/end/set/to/done/Double/Int/Byte/DoubleRow/IntRow/ByteRow
//#row Arrays | array | 1 | row * columns | + | [ | ] | [ | ] = |
//# | double[] | int[] | byte[] | double[] | int[] | byte[]
//#row Objects | object | 1 | row * columns | + | .get( | ) | .set( | , | )
//# | SymmetricDoubles | SymmetricInts | SymmetricBytes | SymmetricDoubles | SymmetricInts | SymmetricBytes
//#row Views | view | 1 | row * columns | + | .get( | ) | .set( | , | )
//# | DoubleView | IntView | ByteView | DoubleView | IntView | ByteView
//#row Grids | grid | rows | row | , | .get( | ) | .set( | , | )
//# | SymmetricDoubles2D | SymmetricInts2D | SymmetricBytes2D | SymmetricDoubles2D | SymmetricInts2D | SymmetricBytes2D
//#row GridRows | lines | rows | 0 | + | .get( | ) | .set( | , | )
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

/** Loops over {@code $Double$}, {@code $Int$} and {@code $Byte$}, whose rows are {@code $DoubleRow$} and so on. */
final class Loops$Form$ extends Loops {
    final $Double$ a;
    final $Double$ b;
    final $Double$ c;
    final $Double$ d;
    final $Int$ k;
    final $Int$ h;
    final $Byte$ x;
    final $Byte$ y;
    private final int lines;
    private final int width;

    Loops$Form$(Shmem shmem, int rows, int columns) {
        super(rows, columns);
        lines = $lines$;
        width = rows * columns / lines;
        //#each name/type/Type a/double/Double b/double/Double c/double/Double d/double/Double k/int/Int h/int/Int
        //#row x | byte | Byte
        //#row y | byte | Byte
        //#when array
        $name$ = new $type$[rows * columns];
        //#end
        //#when object
        $name$ = shmem.allocate$Type$s((long) rows * columns);
        //#end
        //#when view
        $name$ = shmem.view(shmem.allocate$Type$s((long) rows * columns), shmem.myPe());
        //#end
        //#when grid lines
        $name$ = Symmetric$Type$s2D.allocate(shmem, rows, columns);
        //#end
        //#next
    }

    //#each Type/Row/type $Double$/$DoubleRow$/double $Int$/$IntRow$/int $Byte$/$ByteRow$/byte
    private static $Row$ row($Type$ object, int row, int columns) {
        //#when lines
        return object.row(row);
        //#else
        return object;
        //#end
    }

    //#next
    /** {@return the index of a row's first element, in a grid the row} */
    private static int at(int row, int columns) {
        return $first$;
    }

    @Override
    void fill() {
        sum = 0;
        for (int i = 0; i < lines; i++) {
            for (int j = 0; j < width; j++) {
                int n = i * width + j;
                int u = at(i, width);
                //#each step
                //#row row(a, i, width)$set$u $plus$ j$to$ n % 7 * .125$done$
                //#row row(b, i, width)$set$u $plus$ j$to$ n % 7 * .125$done$
                //#row row(c, i, width)$set$u $plus$ j$to$ n % 7 * .125$done$
                //#row row(d, i, width)$set$u $plus$ j$to$ n % 7 * .125$done$
                //#row row(k, i, width)$set$u $plus$ j$to$ column(n, rows * columns)$done$
                //#row row(h, i, width)$set$u $plus$ j$to$ 0$done$
                //#row row(x, i, width)$set$u $plus$ j$to$ (byte) (n % 3 & 1)$done$
                //#row row(y, i, width)$set$u $plus$ j$to$ (byte) 0$done$
                $step$;
                //#next
            }
        }
    }

    @Override
    double checksum() {
        double total = sum;
        for (int i = 0; i < lines; i++) {
            for (int j = 0; j < width; j++) {
                int u = at(i, width);
                //#each element a b c d h y
                //#each step
                //#row total = .999 * total + row($element$, i, width)$get$u $plus$ j$end$
                $step$;
                //#next
                //#next
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

    //#each loop/Type/Row/step
    //#row stencil | $Double$ | $DoubleRow$ | out$set$m $plus$ j$to$ .25 * (up$get$u $plus$ j$end$
    //# + down$get$n $plus$ j$end$ + mid$get$m $plus$ j - 1$end$ + mid$get$m $plus$ j + 1$end$)$done$
    //#row product | $Double$ | $DoubleRow$ | double p = mid$get$m $plus$ j$end$;
    //# double q = 4 * p - up$get$u $plus$ j$end$ - down$get$n $plus$ j$end$ - mid$get$m $plus$ j - 1$end$
    //# - mid$get$m $plus$ j + 1$end$; out$set$m $plus$ j$to$ q$done$; sum += p * q
    //#row life | $Byte$ | $ByteRow$ | int near = up$get$u $plus$ j - 1$end$ + up$get$u $plus$ j$end$
    //# + up$get$u $plus$ j + 1$end$ + mid$get$m $plus$ j - 1$end$ + mid$get$m $plus$ j + 1$end$
    //# + down$get$n $plus$ j - 1$end$ + down$get$n $plus$ j$end$ + down$get$n $plus$ j + 1$end$;
    //# out$set$m $plus$ j$to$ near == 3 ? 1 : near == 2 ? mid$get$m $plus$ j$end$ : 0$done$
    private static double $loop$($Type$ from, $Type$ to, int rows, int columns) {
        double sum = 0;
        for (int i = 1; i < rows - 1; i++) {
            $Row$ up = row(from, i - 1, columns);
            $Row$ mid = row(from, i, columns);
            $Row$ down = row(from, i + 1, columns);
            $Row$ out = row(to, i, columns);
            int u = at(i - 1, columns);
            int m = at(i, columns);
            int n = at(i + 1, columns);
            for (int j = 1; j < columns - 1; j++) {
                $step$;
            }
        }
        return sum;
    }

    //#next
    //#each loop/Type/Row/type/step
    //#row update | $Double$ | $DoubleRow$ | double | p$set$u $plus$ j$to$ p$get$u $plus$ j$end$
    //# + FACTOR * r$get$u $plus$ j$end$$done$; double left = q$get$u $plus$ j$end$ - FACTOR * s$get$u $plus$ j$end$;
    //# q$set$u $plus$ j$to$ left$done$; sum += left * left
    //#row direction | $Double$ | $DoubleRow$ | double
    //# | p$set$u $plus$ j$to$ q$get$u $plus$ j$end$ + FACTOR * p$get$u $plus$ j$end$$done$
    //#row triad | $Double$ | $DoubleRow$ | double
    //# | p$set$u $plus$ j$to$ q$get$u $plus$ j$end$ + FACTOR * r$get$u $plus$ j$end$$done$
    //#row dot | $Double$ | $DoubleRow$ | double | sum += p$get$u $plus$ j$end$ * q$get$u $plus$ j$end$
    //#row prefix | $Int$ | $IntRow$ | int | sum += p$get$u $plus$ j$end$; q$set$u $plus$ j$to$ sum$done$
    private static $type$ $loop$($Type$ a, $Type$ b, $Type$ c, $Type$ d, int lines, int width) {
        $type$ sum = 0;
        for (int i = 0; i < lines; i++) {
            $Row$ p = row(a, i, width);
            $Row$ q = row(b, i, width);
            $Row$ r = row(c, i, width);
            $Row$ s = row(d, i, width);
            int u = at(i, width);
            for (int j = 0; j < width; j++) {
                $step$;
            }
        }
        return sum;
    }

    //#next
    private static void transpose($Double$ from, $Double$ to, int side, int columns) {
        for (int i = 0; i < side; i++) {
            $DoubleRow$ line = row(from, i, columns);
            int u = at(i, columns);
            for (int j = 0; j < side; j++) {
                //#when lines
                to.set(j, i, line.get(u + j));
                //#else
                //#each step
                //#row to$set$at(j, columns) $plus$ i$to$ line$get$u $plus$ j$end$$done$
                $step$;
                //#next
                //#end
            }
        }
    }
    //#when array object view

    private static void sparse($Double$ values, $Int$ places, $Double$ x, $Double$ product, int rows) {
        for (int i = 0; i < rows; i++) {
            double line = 0;
            for (int entry = i * ENTRIES; entry < (i + 1) * ENTRIES; entry++) {
                //#each step
                //#row line += values$get$entry$end$ * x$get$places$get$entry$end$$end$
                $step$;
                //#next
            }
            //#each step
            //#row product$set$i$to$ line$done$
            $step$;
            //#next
        }
    }

    private static void histogram($Int$ keys, $Int$ counts, int length) {
        for (int i = 0; i < length; i++) {
            //#each step
            //#row int key = keys$get$i$end$ & COUNTERS - 1; counts$set$key$to$ counts$get$key$end$ + 1$done$
            $step$;
            //#next
        }
    }
    //#end
}
