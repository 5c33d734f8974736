// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

/**
 * A counter of a PE.
 *
 * @param pe    whose
 * @param name  given by the program
 * @param value its value
 */
record CounterSample(int pe, String name, long value) {
}
