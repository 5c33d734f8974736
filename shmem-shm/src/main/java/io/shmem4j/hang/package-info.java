// SPDX-License-Identifier: Apache-2.0
/** Reports of where every PE stands: published waits, stacks, and the PEs that could still go on. */
package io.shmem4j.hang;
