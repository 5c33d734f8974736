// SPDX-License-Identifier: Apache-2.0
/** The common part of tests and tools: options, runs, sweeps over sizes, and jobs that a tool starts. */
package io.shmem4j.bench.suite;
