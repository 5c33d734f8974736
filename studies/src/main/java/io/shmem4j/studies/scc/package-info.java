// SPDX-License-Identifier: Apache-2.0
/** The experiments on the SCC, Monte Carlo of water among them, and what was published about it. */
package io.shmem4j.studies.scc;
