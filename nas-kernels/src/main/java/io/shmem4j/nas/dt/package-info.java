// SPDX-License-Identifier: Apache-2.0
/**
 * Data Traffic: streams of feature vectors flow through a graph, from sources through comparators to sinks.
 *
 * <p>Nodes are dealt to the PEs in turn. Each makes an array of what came along its arcs and sends the whole array
 * along every arc that leaves it. A PE processes its nodes in rising order, and arcs lead to higher nodes, so nobody
 * waits for ever.
 */
package io.shmem4j.nas.dt;
