// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.compare;

/**
 * What is measured on both sides.
 *
 * @param operation what is done
 * @param bytes     the size of its data, 0 for none
 * @param pes       PEs of the job
 */
record Row(String operation, long bytes, int pes) {
}
