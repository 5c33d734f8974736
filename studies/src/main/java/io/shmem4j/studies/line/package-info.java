// SPDX-License-Identifier: Apache-2.0
/** The algorithms of Ramos and Hoefler on cache lines, and their models. */
package io.shmem4j.studies.line;
