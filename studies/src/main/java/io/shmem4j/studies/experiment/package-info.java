// SPDX-License-Identifier: Apache-2.0
/** Experiments on any simulated machine: their repetition, their outcome, and its figure as text and picture. */
package io.shmem4j.studies.experiment;
