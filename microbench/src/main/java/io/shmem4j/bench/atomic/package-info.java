// SPDX-License-Identifier: Apache-2.0
/** Atomics and locks with contenders, and random access. */
package io.shmem4j.bench.atomic;
