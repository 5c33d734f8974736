// SPDX-License-Identifier: Apache-2.0
/** The measuring method: loops timed in trials on all PEs that take part, and statistics of the times. */
package io.shmem4j.bench.measure;
