// SPDX-License-Identifier: Apache-2.0
/** The backend on memory-mapped symmetric heaps: job files and their layout, mapping, atomics, waiting. */
package io.shmem4j.shm;
