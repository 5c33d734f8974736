// SPDX-License-Identifier: Apache-2.0
/** Memory of a node: STREAM, accesses by cache state, pipelined transfers. */
package io.shmem4j.bench.memory;
