// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.compare;

/**
 * An operation that is measured on both sides.
 *
 * @param operation its name
 * @param bytes     the size of its data, 0 for none
 * @param pes       PEs of the job
 */
record Row(String operation, long bytes, int pes) {
}
