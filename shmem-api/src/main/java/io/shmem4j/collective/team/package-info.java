// SPDX-License-Identifier: Apache-2.0
/** What a member of a team works with: signals and waits, buffers, barriers, and the choice of algorithms. */
package io.shmem4j.collective.team;
