// SPDX-License-Identifier: Apache-2.0
/** How long one operation takes: each probe is a loop over one routine, with its own check of the data. */
package io.shmem4j.bench.latency;
