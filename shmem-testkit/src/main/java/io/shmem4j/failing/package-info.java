// SPDX-License-Identifier: Apache-2.0
/** Fails the k-th call inside an operation of the library, for each k, and has other PEs check what is left. */
package io.shmem4j.failing;
