// SPDX-License-Identifier: Apache-2.0
/** What a test of the suite is made of: its name and options, the running job, and tables by size. */
package io.shmem4j.bench.suite;
