// SPDX-License-Identifier: Apache-2.0
/**
 * The engine below the API, which does not use the API: one PE's library, symmetric allocation, slots of teams,
 * snapshots of all heaps in a file, hooks for profiles and traces, and checks with their messages. Not for programs.
 */
package io.shmem4j.engine;
