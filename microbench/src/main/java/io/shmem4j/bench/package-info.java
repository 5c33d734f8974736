// SPDX-License-Identifier: Apache-2.0
/** The program {@code bench}: the table of tests, and a run of the tests that a command line names. */
package io.shmem4j.bench;
