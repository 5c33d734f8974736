// SPDX-License-Identifier: Apache-2.0
/**
 * A chip of tiles on a mesh without coherent caches: routes, message-passing buffers with their ports, memory
 * controllers, flags, and cores that move one line at a time.
 */
package io.shmem4j.sim.mesh;
