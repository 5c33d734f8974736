// SPDX-License-Identifier: Apache-2.0
/** Finds deadlocks and says where every PE is: published waits, stacks, the verdict. */
package io.shmem4j.launch.hang;
