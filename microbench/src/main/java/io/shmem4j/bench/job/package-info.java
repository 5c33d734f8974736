// SPDX-License-Identifier: Apache-2.0
/** {@code bench cold}: first calls of fresh jobs. */
package io.shmem4j.bench.job;
