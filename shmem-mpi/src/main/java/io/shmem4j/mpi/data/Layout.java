// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.data;

import java.util.Arrays;

/** The type map of a datatype: runs of bytes of one kind, in the order in which they are sent. */
public final class Layout {
    /** Kind of all elements, {@link Kind#MIXED} for several. */
    public final Kind kind;
    /** Number of basic elements. */
    public final int elements;
    /** Bytes of data. */
    public final long size;
    public final long lower;
    public final long upper;
    private final long first;
    private final long last;
    /** Offset and length of each run. */
    final long[] at;
    final long[] length;
    /** The basic kind of each run. */
    final Kind[] kinds;
    /** Whether elements lie side by side without gaps. */
    public final boolean contiguous;

    private Layout(long[] at, long[] length, Kind[] kinds, int runs, long lower, long upper) {
        this.at = Arrays.copyOf(at, runs);
        this.length = Arrays.copyOf(length, runs);
        this.kinds = Arrays.copyOf(kinds, runs);
        long sum = 0;
        int number = 0;
        long low = runs == 0 ? 0 : at[0];
        long high = low;
        Kind common = runs == 0 ? Kind.BYTE : kinds[0];
        for (int run = 0; run < runs; run++) {
            sum += length[run];
            number += (int) (length[run] / kinds[run].bytes);
            low = Math.min(low, at[run]);
            high = Math.max(high, at[run] + length[run]);
            common = kinds[run] == common ? common : Kind.MIXED;
        }
        this.kind = common;
        this.elements = number;
        this.size = sum;
        this.lower = lower;
        this.upper = upper;
        this.first = low;
        this.last = high;
        boolean oneRun = common == Kind.MIXED ? isOneRun() : runs == 1;
        this.contiguous = oneRun && at[0] == 0 && sum == upper - lower;
    }

    private boolean isOneRun() {
        for (int run = 1; run < at.length; run++) {
            if (at[run] != at[run - 1] + length[run - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Marks of an explicit bound in a struct. */
    public static final Layout LOWER = new Layout(new long[0], new long[0], new Kind[0], 0, 0, 0);
    public static final Layout UPPER = new Layout(new long[0], new long[0], new Kind[0], 0, 0, 0);

    /** {@return the layout of one basic element} */
    public static Layout of(Kind kind) {
        return new Layout(new long[1], new long[] {kind.bytes}, new Kind[] {kind}, 1, 0, kind.bytes);
    }

    public long extent() {
        return upper - lower;
    }

    /** {@return offset of the first byte of some elements' data} */
    public long trueLower(int count) {
        return first + Math.min(0, extent() * Math.max(0, count - 1));
    }

    /** {@return offset behind the last byte of some elements' data} */
    public long trueUpper(int count) {
        return count == 0 ? 0 : last + Math.max(0, extent() * (count - 1));
    }

    /** {@return the same data with other bounds} */
    public Layout resized(long newLower, long newExtent) {
        return new Layout(at, length, kinds, at.length, newLower, newLower + newExtent);
    }

    /** {@return blocks of elements of several layouts} Displacements are in bytes. */
    public static Layout of(int[] blocks, long[] displacements, Layout[] parts) {
        Builder all = new Builder();
        for (int i = 0; i < blocks.length; i++) {
            for (int k = 0; k < blocks[i]; k++) {
                all.add(parts[i], displacements[i] + k * parts[i].extent());
            }
        }
        return all.build();
    }

    /** {@return blocks of elements of this layout} Displacements are in bytes. */
    public Layout blocks(int[] blocks, long[] displacements) {
        Layout[] parts = new Layout[blocks.length];
        Arrays.fill(parts, this);
        return of(blocks, displacements, parts);
    }

    /** {@return the basic kind of a run} */
    public Kind kindAt(int run) {
        return kinds[run];
    }

    /** {@return the same data as bytes without gaps} */
    public Layout packed() {
        return Layout.of(Kind.BYTE).blocks(new int[] {Math.toIntExact(size)}, new long[1]);
    }

    /** {@return the number of elements of this layout in some bytes, -1 if that is no whole number} */
    public long wholesIn(long bytes) {
        // Sizes of basic elements are powers of two, for which a division takes longer than all the rest.
        if ((size & size - 1) == 0) {
            return size == 0 ? 0 : (bytes & size - 1) != 0 ? -1 : bytes >> Long.numberOfTrailingZeros(size);
        }
        return bytes % size != 0 ? -1 : bytes / size;
    }

    /** {@return the number of basic elements in some bytes of this layout, -1 if they end within one} */
    public long elementsIn(long bytes) {
        if (size == 0 || bytes == 0) {
            return 0;
        }
        if (elements == 1) {
            return wholesIn(bytes);
        }
        long number = bytes / size * elements;
        long left = bytes % size;
        for (int run = 0; left > 0; run++) {
            long part = Math.min(left, length[run]);
            if (part % kinds[run].bytes != 0) {
                return -1;
            }
            number += part / kinds[run].bytes;
            left -= part;
        }
        return number;
    }

    /** Collects runs, joining those that follow each other. */
    private static final class Builder {
        private long[] at = new long[8];
        private long[] length = new long[8];
        private Kind[] kinds = new Kind[8];
        private int runs;
        private long lower;
        private long upper;
        private boolean any;
        /** The explicit bounds, or null. */
        private final Long[] marked = {null, null};

        private void add(Layout part, long displacement) {
            if (part == LOWER || part == UPPER) {
                marked[part == LOWER ? 0 : 1] = displacement;
                return;
            }
            for (int run = 0; run < part.at.length; run++) {
                add(displacement + part.at[run], part.length[run], part.kinds[run]);
            }
            long low = displacement + part.lower;
            long high = displacement + part.upper;
            lower = any ? Math.min(lower, low) : low;
            upper = any ? Math.max(upper, high) : high;
            any = true;
        }

        private void add(long start, long bytes, Kind kind) {
            int last = runs - 1;
            if (last >= 0 && at[last] + length[last] == start && kinds[last] == kind) {
                length[last] += bytes;
                return;
            }
            if (runs == at.length) {
                at = Arrays.copyOf(at, 2 * runs);
                length = Arrays.copyOf(length, 2 * runs);
                kinds = Arrays.copyOf(kinds, 2 * runs);
            }
            at[runs] = start;
            length[runs] = bytes;
            kinds[runs] = kind;
            runs++;
        }

        private Layout build() {
            return new Layout(at, length, kinds, runs, marked[0] == null ? lower : marked[0],
                marked[1] == null ? upper : marked[1]);
        }
    }
}
