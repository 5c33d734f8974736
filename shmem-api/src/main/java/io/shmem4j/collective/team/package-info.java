// SPDX-License-Identifier: Apache-2.0
/** A team member's tools: signals and waits, buffers, barriers, trees, and the choice of algorithms. */
package io.shmem4j.collective.team;
