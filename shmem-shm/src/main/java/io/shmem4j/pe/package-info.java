// SPDX-License-Identifier: Apache-2.0
/**
 * What runs in a PE's JVM around the program: the main class, the call of the program's main method, the report of what
 * it did not catch, and the program that start-up caches are made from.
 */
package io.shmem4j.pe;
