// SPDX-License-Identifier: Apache-2.0
/** What runs in a PE's JVM around the program: the start of main, the end, and what PEs that share a JVM have apart. */
package io.shmem4j.pe;
