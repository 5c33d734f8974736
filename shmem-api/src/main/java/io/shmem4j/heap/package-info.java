// SPDX-License-Identifier: Apache-2.0
/** The symmetric heap's bookkeeping: every PE makes the same calls and so finds the same offsets. */
package io.shmem4j.heap;
