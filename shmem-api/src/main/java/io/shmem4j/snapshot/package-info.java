// SPDX-License-Identifier: Apache-2.0
/** Snapshots of all symmetric heaps in a file, from which a job can go on. */
package io.shmem4j.snapshot;
