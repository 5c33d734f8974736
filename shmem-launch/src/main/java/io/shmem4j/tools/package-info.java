// SPDX-License-Identifier: Apache-2.0
/** Tools that look at jobs from outside: the live view, symmetric heaps, the viewer of traces. */
package io.shmem4j.tools;
