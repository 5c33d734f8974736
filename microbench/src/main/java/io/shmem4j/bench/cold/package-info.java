// SPDX-License-Identifier: Apache-2.0
/** {@code bench cold}: the time of an operation's first calls in a fresh job, beside warm ones. */
package io.shmem4j.bench.cold;
