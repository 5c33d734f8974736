// SPDX-License-Identifier: Apache-2.0
/** Tests of the free list. */
package io.shmem4j.engine;
