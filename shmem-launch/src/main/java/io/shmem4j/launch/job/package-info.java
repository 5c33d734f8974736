// SPDX-License-Identifier: Apache-2.0
/** A job from its first process to its last: hangs, the outcome, and what the launcher says of them. */
package io.shmem4j.launch.job;
