// SPDX-License-Identifier: Apache-2.0
/** Loops of users' programs over the own copy of symmetric memory, compared with Java arrays and C. */
package io.shmem4j.bench.loop;
