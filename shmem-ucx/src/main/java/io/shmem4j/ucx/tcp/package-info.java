// SPDX-License-Identifier: Apache-2.0
/** Accesses to other nodes over TCP connections of the library's own. */
package io.shmem4j.ucx.tcp;
