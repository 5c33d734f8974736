// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

/**
 * The outcome of a PE's last change of a container, which an earlier incarnation of that PE may have made.
 *
 * @param number number of changes that the PE has begun
 * @param done   the number of the last change that took effect, completely; 0 if no change has
 */
public record LastOperation(long number, long done) {
    /** {@return whether the last change took effect} */
    public boolean happened() {
        return number != 0 && number == done;
    }
}
