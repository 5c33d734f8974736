// SPDX-License-Identifier: Apache-2.0
/** The benchmark driver: options, the table of tests, timing method and output formats. */
package io.shmem4j.bench;
