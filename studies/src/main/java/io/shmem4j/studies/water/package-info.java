// SPDX-License-Identifier: Apache-2.0
/** Monte Carlo of water, the application on the SCC: molecules, their energy, and one core's part of the run. */
package io.shmem4j.studies.water;
