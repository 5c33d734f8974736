// SPDX-License-Identifier: Apache-2.0
/**
 * Small applications that verify their results: stencil, wavefront and transpose of the Parallel Research Kernels, the
 * integer sort ISx. The definitions are theirs, the code is ours.
 */
package io.shmem4j.bench.apps;
