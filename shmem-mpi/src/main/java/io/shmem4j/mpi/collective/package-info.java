// SPDX-License-Identifier: Apache-2.0
/** Calls of all members of a communicator, made of messages. */
package io.shmem4j.mpi.collective;
