// SPDX-License-Identifier: Apache-2.0
/** The agent of a node: launcher of its PEs, and the target of all accesses to their memory from other nodes. */
package io.shmem4j.ucx.agent;
