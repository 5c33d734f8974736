// SPDX-License-Identifier: Apache-2.0
/** Single transfers on a mesh and many at once: what a port, a link and a memory controller do to them. */
package io.shmem4j.sim.scc.traffic;
