// SPDX-License-Identifier: Apache-2.0
/** One run of a program at a time, access by access: PEs of which one goes on, and accesses that happen later. */
package io.shmem4j.explore.run;
