// SPDX-License-Identifier: Apache-2.0
/**
 * What the cache coherence of the machine makes of a message through a shared buffer: throughput of loads and stores by
 * cache state, and a model that predicts a pipelined transfer from them.
 */
package io.shmem4j.bench.transfer;
