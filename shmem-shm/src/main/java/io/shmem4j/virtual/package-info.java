// SPDX-License-Identifier: Apache-2.0
/** The base of backends whose PEs all live in one process: reserved memory and announced accesses. */
package io.shmem4j.virtual;
