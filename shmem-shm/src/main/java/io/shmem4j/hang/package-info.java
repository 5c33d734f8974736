// SPDX-License-Identifier: Apache-2.0
/** Hang detection and reports: published waits, stacks, and PEs that can still make progress. */
package io.shmem4j.hang;
