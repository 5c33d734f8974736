// SPDX-License-Identifier: Apache-2.0
/**
 * Rewrites the program's classes so that they report accesses through segments and arrays, and synchronization of
 * threads.
 */
package io.shmem4j.race.program;
