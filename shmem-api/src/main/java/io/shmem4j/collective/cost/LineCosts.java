// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

/**
 * Nanoseconds of one cache line, the parameters of Ramos and Hoefler's models.
 *
 * @param own    R_L, in the own cache
 * @param remote R_R, in another core's cache
 * @param memory R_I, in no cache
 * @param reader c, for each further reader of the same line
 * @param next   o, for each further line of one message
 */
public record LineCosts(double own, double remote, double memory, double reader, double next) {
}
