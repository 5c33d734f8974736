// SPDX-License-Identifier: Apache-2.0
/**
 * Data Traffic: streams of feature vectors flow through a graph, from sources through comparators to sinks.
 *
 * <p>Nodes are dealt round-robin. A node combines the arrays of its incoming arcs and sends the result along every
 * outgoing arc. A PE processes its nodes in rising order and arcs lead to higher nodes, so there is no deadlock.
 */
package io.shmem4j.nas.dt;
