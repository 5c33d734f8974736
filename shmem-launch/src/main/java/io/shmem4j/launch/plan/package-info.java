// SPDX-License-Identifier: Apache-2.0
/** Plans a job from options and program words, rejects impossible ones, and defines the service for several nodes. */
package io.shmem4j.launch.plan;
