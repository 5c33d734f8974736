// SPDX-License-Identifier: Apache-2.0
/** The means of a team's member: signals and waits, buffers, barriers, and the choice of algorithms. */
package io.shmem4j.collective.team;
