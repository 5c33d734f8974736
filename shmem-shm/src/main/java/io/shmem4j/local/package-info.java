// SPDX-License-Identifier: Apache-2.0
/** PEs as threads of a JVM that no launcher has started. */
package io.shmem4j.local;
