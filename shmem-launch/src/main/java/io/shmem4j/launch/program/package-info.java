// SPDX-License-Identifier: Apache-2.0
/** What PEs run: finds the program of a command line and checks that it can run. */
package io.shmem4j.launch.program;
