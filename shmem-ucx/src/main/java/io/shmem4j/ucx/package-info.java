// SPDX-License-Identifier: Apache-2.0
/** The backend of PEs on several nodes: loads and stores within a node, UCX between nodes. */
package io.shmem4j.ucx;
