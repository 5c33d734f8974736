// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

/**
 * Outcome of a PE's last change of a container, perhaps in an earlier life of that PE.
 *
 * @param number   how many changes the PE has begun
 * @param happened whether the last one had an effect; it has happened whole or not at all
 */
public record LastOperation(long number, boolean happened) { }
