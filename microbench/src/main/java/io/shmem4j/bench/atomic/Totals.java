// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.atomic;

/**
 * What has been done to a word.
 *
 * @param each    operations of each PE that used it
 * @param all     operations of all of them
 * @param results what their results add up to, as the operation defines it
 * @param value   what the word holds
 */
record Totals(long each, long all, long results, long value) {
}
