// SPDX-License-Identifier: Apache-2.0
/** The tools that start jobs of their own: {@code bench cold}, {@code bench compare} and {@code bench user}. */
package io.shmem4j.bench.job;
