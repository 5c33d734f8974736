// SPDX-License-Identifier: Apache-2.0
/** Experiments on any simulated machine, and what is claimed of them. */
package io.shmem4j.studies.experiment;
