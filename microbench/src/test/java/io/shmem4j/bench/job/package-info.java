// SPDX-License-Identifier: Apache-2.0
/** Loops with mistakes, and requests. */
package io.shmem4j.bench.job;
