// SPDX-License-Identifier: Apache-2.0
/** Arrays whose elements are dealt out over all PEs, by global index. */
package io.shmem4j.irregular.array;
