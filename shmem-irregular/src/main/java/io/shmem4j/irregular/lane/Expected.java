// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

/**
 * Entry of a list of answers that this PE expects from another PE, in order. The first entry is the last one that has
 * arrived. The owner appends by stores of fields, which need no stack, so an Error can't separate a record from its
 * entry.
 */
public final class Expected<T> {
    public final T what;
    public Expected<T> next;

    public Expected(T what) {
        this.what = what;
    }
}
