// SPDX-License-Identifier: Apache-2.0
/**
 * The collectives of a team: the algorithms of broadcasts, collects, alltoalls, reductions and scans, each a class, and
 * the loops that combine operands.
 */
package io.shmem4j.collective.algorithm;
