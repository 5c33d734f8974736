// SPDX-License-Identifier: Apache-2.0
/** The base of backends whose PEs all live in one process: reserved memory, announced accesses, the end of the job. */
package io.shmem4j.virtual;
