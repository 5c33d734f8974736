// SPDX-License-Identifier: Apache-2.0
/** Runs PEs, as processes or as threads of a JVM, from the start of main to the end. */
package io.shmem4j.pe;
