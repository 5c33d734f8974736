// SPDX-License-Identifier: Apache-2.0
/** Alltoalls of blocks and of strided elements, an algorithm a class, and the choice between them. */
package io.shmem4j.collective.alltoall;
