// SPDX-License-Identifier: Apache-2.0
/** The tools that start jobs of their own: {@code bench cold} and {@code bench compare}. */
package io.shmem4j.bench.job;
