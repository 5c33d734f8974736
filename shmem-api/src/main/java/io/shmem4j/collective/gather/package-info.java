// SPDX-License-Identifier: Apache-2.0
/** Collects of equal and unequal parts, an algorithm a class, and the choice between them. */
package io.shmem4j.collective.gather;
