// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.atomic;

/**
 * The operations on a word so far.
 *
 * @param each    operations of each PE that used it
 * @param all     operations of all of them
 * @param results sum of their results, as the operation defines it
 * @param value   of the word
 */
record Totals(long each, long all, long results, long value) {
}
