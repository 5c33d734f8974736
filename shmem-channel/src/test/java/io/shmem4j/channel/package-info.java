// SPDX-License-Identifier: Apache-2.0
/** Channels in processes, shared JVMs, on several nodes, simulated and explored. */
package io.shmem4j.channel;
