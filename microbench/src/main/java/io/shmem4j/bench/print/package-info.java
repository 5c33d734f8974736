// SPDX-License-Identifier: Apache-2.0
/** The formats of results: tables, CSV, JSON and the columns of the C suites. */
package io.shmem4j.bench.print;
