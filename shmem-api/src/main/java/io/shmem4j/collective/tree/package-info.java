// SPDX-License-Identifier: Apache-2.0
/**
 * Shapes of communication: trees and dissemination patterns, and the search for the cheapest.
 *
 * <p>Nothing here communicates. Callers that know the machine give the costs. Collective algorithms use the shapes.
 */
package io.shmem4j.collective.tree;
