// SPDX-License-Identifier: Apache-2.0
/** Jobs on several nodes; all nodes are this machine. */
package io.shmem4j.ucx;
