// SPDX-License-Identifier: Apache-2.0
/** Measuring method and output formats. */
package io.shmem4j.bench.measure;
