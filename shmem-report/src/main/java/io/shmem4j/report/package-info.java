// SPDX-License-Identifier: Apache-2.0
/** Common parts of benchmarks and tools: command line errors, progress, tables, JSON, plots. */
package io.shmem4j.report;
