// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.hang;

/**
 * Why a job in which every PE waits may go on all the same.
 *
 * @param pe    the PE that it is about, or -1
 * @param why   for people
 * @param rare  whether the program's own threads have nothing left to do, so that whoever waits should hear of it
 */
record Doubt(int pe, String why, boolean rare) {
}
