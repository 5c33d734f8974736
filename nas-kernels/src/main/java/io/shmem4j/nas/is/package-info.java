// SPDX-License-Identifier: Apache-2.0
/**
 * Integer Sort: ten rankings of keys by a bucket sort whose buckets are dealt to the PEs.
 *
 * <p>A ranking counts this PE's keys by bucket, sums the counts over all PEs, deals the buckets so that each PE gets
 * about the same number of keys, moves the keys to the owners of their buckets, and counts them there by key.
 */
package io.shmem4j.nas.is;
