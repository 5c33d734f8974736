// SPDX-License-Identifier: Apache-2.0
/** The algorithms of Ramos and Hoefler on cache lines, their models and experiments. */
package io.shmem4j.studies.line;
