// SPDX-License-Identifier: Apache-2.0
/**
 * The analytic models of Ramos and Hoefler, "Modeling Communication in Cache-Coherent SMP Systems", HPDC 2013, as
 * functions of a machine file. Each gives the best and the worst case; their misprints are repaired as said in each
 * class. Nothing here runs an algorithm.
 */
package io.shmem4j.studies.knc.model;
