// SPDX-License-Identifier: Apache-2.0
//#types: value
package io.shmem4j.irregular.batch;

/** Receives an element that a batch has fetched. */
@FunctionalInterface
public interface LongAction {
    /**
     * Receives the element. It must not wait.
     *
     * @param value the element at the time of the fetch
     */
    void accept(long value);

    /** Receives elements that a batch has fetched together. */
    @FunctionalInterface
    interface Many {
        /**
         * Receives the elements. It must not wait.
         *
         * @param values the elements, in an array of their own
         */
        void accept(long[] values);
    }
}
