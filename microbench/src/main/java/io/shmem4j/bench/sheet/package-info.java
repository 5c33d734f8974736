// SPDX-License-Identifier: Apache-2.0
/** Tables of results and how they want to be drawn. */
package io.shmem4j.bench.sheet;
