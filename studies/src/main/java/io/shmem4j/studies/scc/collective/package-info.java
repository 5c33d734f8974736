// SPDX-License-Identifier: Apache-2.0
/** Collective operations over several message libraries on the simulated SCC. */
package io.shmem4j.studies.scc.collective;
