// SPDX-License-Identifier: Apache-2.0
/** Accesses to other nodes, by UCX, or over TCP connections of the library's own where PEs may die. */
package io.shmem4j.ucx.transport;
