// SPDX-License-Identifier: Apache-2.0
/** Loops with mistakes. */
package io.shmem4j.bench.cold;
