// SPDX-License-Identifier: Apache-2.0
/**
 * The head of a job on several nodes, which starts the agents and ends all parts of the job together, and the agent of
 * a node, which launches its PEs and is the target of accesses to their memory; and the messages between them.
 */
package io.shmem4j.ucx.node;
