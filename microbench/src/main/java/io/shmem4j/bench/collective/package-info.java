// SPDX-License-Identifier: Apache-2.0
/** Barriers and collectives by size, team size, algorithm and transfer. */
package io.shmem4j.bench.collective;
