// SPDX-License-Identifier: Apache-2.0
/** Hosts and numbers of PEs. */
package io.shmem4j.ucx.head;
