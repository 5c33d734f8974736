// SPDX-License-Identifier: Apache-2.0
/** Messages between two processes: {@link io.shmem4j.mpi.message.Engine}. */
package io.shmem4j.mpi.message;
