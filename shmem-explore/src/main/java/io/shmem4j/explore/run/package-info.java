// SPDX-License-Identifier: Apache-2.0
/** One run of a program at a time, access by access: one PE goes on at a time, and accesses may happen later. */
package io.shmem4j.explore.run;
