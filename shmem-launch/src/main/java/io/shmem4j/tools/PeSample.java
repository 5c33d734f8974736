// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.util.OptionalDouble;

/**
 * What a PE did during a sample.
 *
 * @param pe         its number
 * @param pid        its process
 * @param state      starting, running, waiting, stopped, finalized or ended
 * @param waitsIn    the routine it waits in, empty when it does not
 * @param waited     share of the time in which it waited, 0 to 1
 * @param cpu        share of one processor it used
 * @param memory     bytes of memory its process has touched
 * @param heapUsed   bytes of its symmetric heap that are in use
 * @param operations calls per second, empty where they are not counted
 * @param bytes      bytes moved per second, empty where they are not counted
 */
record PeSample(int pe, long pid, String state, String waitsIn, double waited, double cpu, long memory, long heapUsed,
    OptionalDouble operations, OptionalDouble bytes) {
}
