// SPDX-License-Identifier: Apache-2.0
/** Tests of the backend on shared memory. */
package io.shmem4j.shm;
