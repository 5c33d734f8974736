// SPDX-License-Identifier: Apache-2.0
/** Inspection of jobs from outside: their live state in oshstat and metrics, dumps of heaps, and merged traces. */
package io.shmem4j.inspect;
