// SPDX-License-Identifier: Apache-2.0
/** Binding of a job's processes to processors: the machine's topology, the plan, and the system call. */
package io.shmem4j.placement;
