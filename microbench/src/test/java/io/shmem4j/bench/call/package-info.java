// SPDX-License-Identifier: Apache-2.0
/** Tests of the collectives' loops. */
package io.shmem4j.bench.call;
