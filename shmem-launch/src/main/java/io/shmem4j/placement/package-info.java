// SPDX-License-Identifier: Apache-2.0
/** Binding of processes to CPUs: topology, plan, and system call. */
package io.shmem4j.placement;
