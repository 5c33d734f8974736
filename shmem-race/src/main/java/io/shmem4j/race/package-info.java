// SPDX-License-Identifier: Apache-2.0
/**
 * Data races of symmetric memory: who has accessed each byte last, what orders accesses by the specification, and the
 * report of two accesses that nothing orders. Nothing of it is loaded unless {@code SHMEM_CHECK} is 3.
 */
package io.shmem4j.race;
