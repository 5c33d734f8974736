// SPDX-License-Identifier: Apache-2.0
/**
 * {@code bench compare}: runs the suite's tests and their C twins on an installed OpenSHMEM library in turns, and
 * prints both.
 */
package io.shmem4j.bench.compare;
