// SPDX-License-Identifier: Apache-2.0
/**
 * The common part of benchmarks and tools: refusals of a command line, progress on a terminal, tables, JSON and plots.
 */
package io.shmem4j.report;
