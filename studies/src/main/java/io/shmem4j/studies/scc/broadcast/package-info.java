// SPDX-License-Identifier: Apache-2.0
/** OC-Bcast on the simulated SCC: the algorithm, its rivals and its formulas. */
package io.shmem4j.studies.scc.broadcast;
