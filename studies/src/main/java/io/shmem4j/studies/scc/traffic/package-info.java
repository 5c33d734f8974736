// SPDX-License-Identifier: Apache-2.0
/** Single transfers on a mesh and many at once, with the effects of ports, links and memory controllers. */
package io.shmem4j.studies.scc.traffic;
