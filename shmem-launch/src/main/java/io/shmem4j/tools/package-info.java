// SPDX-License-Identifier: Apache-2.0
/** Tools that look at jobs from outside: oshstat, heap dumps, merging of traces. */
package io.shmem4j.tools;
