// SPDX-License-Identifier: Apache-2.0
/** The STREAM kernels: sustainable bandwidth, and in blocks with reductions between. */
package io.shmem4j.bench.stream;
