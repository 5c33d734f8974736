// SPDX-License-Identifier: Apache-2.0
/** Tools that look at jobs from outside: the live view, and dumps and snapshots of symmetric heaps. */
package io.shmem4j.tools;
