// SPDX-License-Identifier: Apache-2.0
/**
 * PEs from the launcher's side: their command lines, flags and start-up caches, processes, files, events, signals,
 * output and input.
 */
package io.shmem4j.launch.process;
