// SPDX-License-Identifier: Apache-2.0
/** Memory of one node: STREAM, loads and stores by cache state, and pipelined transfers. */
package io.shmem4j.bench.memory;
