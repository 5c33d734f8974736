// SPDX-License-Identifier: Apache-2.0
/**
 * What a program's class path tells before the program runs: whether its PEs could be told apart from processes if they
 * shared a JVM, and whether its classes keep any state that PEs would have to have for themselves.
 */
package io.shmem4j.launch.scan;
