// SPDX-License-Identifier: Apache-2.0
/**
 * The agent of a node: launcher of its PEs, and the target of all accesses to their memory from other nodes. Here are
 * also the messages between it and the head of the job.
 */
package io.shmem4j.ucx.agent;
