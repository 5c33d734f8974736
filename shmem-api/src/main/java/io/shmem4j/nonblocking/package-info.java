// SPDX-License-Identifier: Apache-2.0
/** Collectives that are started and completed later, several at once. */
package io.shmem4j.nonblocking;
