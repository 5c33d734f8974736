// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;

/** An array of which each PE computes a part, and which all PEs need whole. */
public abstract sealed class Parts permits CollectedParts, LoadedParts {
    /** Room for the padding between objects. */
    private static final long SLACK = 1 << 12;

    final Share share;
    final int me;
    /** Numbers that belong to an item of the share. */
    final int width;

    Parts(Share share, int me, int width) {
        this.share = share;
        this.me = me;
        this.width = width;
    }

    /**
     * {@return an exchange}; collective
     *
     * @param shmem    the PE's handle
     * @param transfer how numbers move
     * @param share    which items are whose
     * @param width    numbers of an item
     */
    public static Parts of(Shmem shmem, Transfer transfer, Share share, int width) {
        return transfer == Transfer.DIRECT ? new LoadedParts(shmem, share, width)
            : new CollectedParts(shmem, share, width);
    }

    /**
     * {@return bytes of symmetric heap that an exchange needs}
     *
     * @param transfer how numbers move
     * @param share    which items are whose
     * @param width    numbers of an item
     */
    public static long bytes(Transfer transfer, Share share, int width) {
        long items = transfer == Transfer.DIRECT ? 2 * share.largest() : share.largest() + share.total();
        return items * width * Double.BYTES + SLACK;
    }

    /**
     * Makes an array whole; collective.
     *
     * @param whole  the array, with this PE's part in its place
     * @param offset place of the first item
     */
    public abstract void exchange(double[] whole, int offset);

    /** Gives the symmetric memory back; collective. */
    public abstract void free();

    /** {@return where a PE's part begins, counted from the first item} */
    final int from(int pe) {
        return (int) share.from(pe) * width;
    }

    /** {@return numbers of a PE's part} */
    final int count(int pe) {
        return (int) share.size(pe) * width;
    }
}
