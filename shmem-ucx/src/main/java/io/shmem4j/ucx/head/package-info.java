// SPDX-License-Identifier: Apache-2.0
/** The head of a job on several nodes: starts agents, joins their nodes, carries their output, ends them together. */
package io.shmem4j.ucx.head;
