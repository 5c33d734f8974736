// SPDX-License-Identifier: Apache-2.0
/** The NAS parallel benchmarks on shmem4j; {@link io.shmem4j.nas.Nas} is the program. */
package io.shmem4j.nas;
