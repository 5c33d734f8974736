// SPDX-License-Identifier: Apache-2.0
/**
 * The program's own classes: rewritten as they are loaded, they report accesses by segments and to arrays, and what
 * orders the threads of a PE.
 */
package io.shmem4j.race.program;
