// SPDX-License-Identifier: Apache-2.0
/**
 * Shapes of communication: trees and dissemination patterns, and the search for the ones that cost least.
 *
 * <p>Nothing here communicates. A cost comes from whoever knows the machine, a shape goes to the collective algorithm
 * that runs on it.
 */
package io.shmem4j.collective.tree;
