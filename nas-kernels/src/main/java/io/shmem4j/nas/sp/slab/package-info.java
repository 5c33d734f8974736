// SPDX-License-Identifier: Apache-2.0
/** The slabs of SP: runs of planes, whose neighbours are read and written where they lie. */
package io.shmem4j.nas.sp.slab;
