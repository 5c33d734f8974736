// SPDX-License-Identifier: Apache-2.0
/** Grand canonical Monte Carlo of water, the application that made the collectives matter, in virtual time. */
package io.shmem4j.studies.scc.gcmc;
