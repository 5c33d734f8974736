// SPDX-License-Identifier: Apache-2.0
/** Bandwidth, message rate, strides, put and get against load and store, overlap and progress. */
package io.shmem4j.bench.rma;
