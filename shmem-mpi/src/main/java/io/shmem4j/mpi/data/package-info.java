// SPDX-License-Identifier: Apache-2.0
/** Elements of arrays and buffers: where they are, how they become messages, how operators combine them. */
package io.shmem4j.mpi.data;
