// SPDX-License-Identifier: Apache-2.0
/** Where every PE stands: published waits, stacks, the report, and who could still go on. */
package io.shmem4j.hang;
