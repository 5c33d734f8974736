// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

/**
 * A counter of a PE.
 *
 * @param pe    whose
 * @param name  what the program calls it
 * @param value what it is at
 */
record CounterSample(int pe, String name, long value) {
}
