// SPDX-License-Identifier: Apache-2.0
/** What benchmarks and tools share: refusals of a command line, progress on a terminal, tables, JSON and plots. */
package io.shmem4j.report;
