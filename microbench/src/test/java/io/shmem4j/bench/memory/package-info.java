// SPDX-License-Identifier: Apache-2.0
/** Models of transfers. */
package io.shmem4j.bench.memory;
