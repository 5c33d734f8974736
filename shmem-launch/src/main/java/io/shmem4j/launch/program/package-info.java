// SPDX-License-Identifier: Apache-2.0
/**
 * The program of PEs: finds the program of a command line, checks that it can run, and scans its class path. The scan
 * decides whether PEs that share a JVM behave like processes, and whether its classes keep state that each PE must have
 * for itself.
 */
package io.shmem4j.launch.program;
