// SPDX-License-Identifier: Apache-2.0
/**
 * What PEs run: finds the program of a command line and checks that it can run, and looks through its class path before
 * it does: whether its PEs could be told apart from processes if they shared a JVM, and whether its classes keep any
 * state that PEs would have to have for themselves.
 */
package io.shmem4j.launch.program;
