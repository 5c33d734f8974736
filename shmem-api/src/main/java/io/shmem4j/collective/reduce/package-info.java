// SPDX-License-Identifier: Apache-2.0
/** Reductions and scans, an algorithm a class, and the choice between them. */
package io.shmem4j.collective.reduce;
