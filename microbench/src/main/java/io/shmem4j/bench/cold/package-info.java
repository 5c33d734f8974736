// SPDX-License-Identifier: Apache-2.0
/** {@code bench cold}: what the first calls of an operation cost in a fresh job, beside the warm ones. */
package io.shmem4j.bench.cold;
