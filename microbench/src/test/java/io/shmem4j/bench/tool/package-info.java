// SPDX-License-Identifier: Apache-2.0
/** Tests of what the suite's tools share. */
package io.shmem4j.bench.tool;
