// SPDX-License-Identifier: Apache-2.0
/** {@code bench cold}: first calls in fresh jobs. */
package io.shmem4j.bench.job;
