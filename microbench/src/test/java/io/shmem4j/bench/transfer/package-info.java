// SPDX-License-Identifier: Apache-2.0
/** Tests of the model of a transfer. */
package io.shmem4j.bench.transfer;
