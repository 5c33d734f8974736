// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

/**
 * Entry of a list of what this PE expects from another PE, in order. The list begins after an entry that has arrived.
 * Its owner appends by stores of fields, which need no stack, so that a record and its entry can't be told apart by an
 * Error.
 */
public final class Expected<T> {
    public final T what;
    public Expected<T> next;

    public Expected(T what) {
        this.what = what;
    }
}
