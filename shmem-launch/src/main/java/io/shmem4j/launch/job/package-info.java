// SPDX-License-Identifier: Apache-2.0
/** A job from its first process to its last. */
package io.shmem4j.launch.job;
