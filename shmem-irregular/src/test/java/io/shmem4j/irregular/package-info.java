// SPDX-License-Identifier: Apache-2.0
/** Tests of batches, messages, global arrays and containers: SPMD cases in jobs of all kinds. */
package io.shmem4j.irregular;
