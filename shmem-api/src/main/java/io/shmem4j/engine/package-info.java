// SPDX-License-Identifier: Apache-2.0
/**
 * The engine behind the API, which does not use the API: one PE's library, symmetric allocation, slots of teams,
 * snapshots of all heaps in a file, hooks of profiles and traces, and the checks with their messages. Programs do not
 * use it.
 */
package io.shmem4j.engine;
