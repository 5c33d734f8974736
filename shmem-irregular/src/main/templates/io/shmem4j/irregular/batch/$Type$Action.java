// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.batch;

/** Action on an element that a batch has fetched. */
@FunctionalInterface
public interface $Type$Action {
    /**
     * Gets the element. It must not wait.
     *
     * @param value the element, as it was
     */
    void accept($type$ value);

    /** Action on elements that a batch has fetched together. */
    @FunctionalInterface
    interface Many {
        /**
         * Gets the elements. It must not wait.
         *
         * @param values the elements, in an array of their own
         */
        void accept($type$[] values);
    }
}
