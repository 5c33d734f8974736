// SPDX-License-Identifier: Apache-2.0
/**
 * PEs as the launcher holds them: their command lines, flags and start-up caches, processes, files, events, signals,
 * output and input.
 */
package io.shmem4j.launch.process;
