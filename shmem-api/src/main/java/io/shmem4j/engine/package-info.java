// SPDX-License-Identifier: Apache-2.0
/**
 * What is behind the API and knows nothing of it: one PE's library, symmetric allocation, slots of teams, checkpoints,
 * hooks of profiles and traces, and the checks with their messages. Programs do not use it.
 */
package io.shmem4j.engine;
