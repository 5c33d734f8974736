// SPDX-License-Identifier: Apache-2.0
/** What tests and tools share: options, runs, sweeps over sizes, and jobs that a tool starts. */
package io.shmem4j.bench.suite;
