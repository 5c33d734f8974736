// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

/**
 * Outcome of a PE's last change of a container, perhaps in an earlier life of that PE.
 *
 * @param number how many changes the PE has begun
 * @param done   the number of the last one that had an effect, 0 for none; it has happened whole
 */
public record LastOperation(long number, long done) {
    /** {@return whether the last one had an effect} */
    public boolean happened() {
        return number != 0 && number == done;
    }
}
