// SPDX-License-Identifier: Apache-2.0
/** Runs a job: starts its processes, detects hangs, ends it, and reports the outcome. */
package io.shmem4j.launch.job;
