// SPDX-License-Identifier: Apache-2.0
/**
 * Messages, transfers, broadcasts and collectives through the buffers of the SCC, its experiments, and its application:
 * Monte Carlo of water.
 */
package io.shmem4j.studies.scc;
