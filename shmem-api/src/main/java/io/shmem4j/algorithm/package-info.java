// SPDX-License-Identifier: Apache-2.0
/**
 * The algorithms of collectives by name, and {@link io.shmem4j.algorithm.CollectiveOptions}, with which a program or
 * the environment selects them.
 */
package io.shmem4j.algorithm;
