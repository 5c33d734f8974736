// SPDX-License-Identifier: Apache-2.0
/** Common parts of tests and tools: options, runs, sweeps over sizes. */
package io.shmem4j.bench.suite;
