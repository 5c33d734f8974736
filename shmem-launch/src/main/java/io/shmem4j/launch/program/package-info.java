// SPDX-License-Identifier: Apache-2.0
/**
 * The program of PEs: finds the program of a command line, checks that it can run, and reads its class path for
 * references that keep its PEs from sharing a JVM.
 */
package io.shmem4j.launch.program;
