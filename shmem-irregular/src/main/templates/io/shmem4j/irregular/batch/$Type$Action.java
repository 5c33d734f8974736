// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.batch;

/** What happens to an element that a batch has fetched. */
@FunctionalInterface
public interface $Type$Action {
    /**
     * Gets the element. It must not wait.
     *
     * @param value the element, as it was
     */
    void accept($type$ value);
}
