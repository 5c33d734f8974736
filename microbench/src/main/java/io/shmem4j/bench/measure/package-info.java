// SPDX-License-Identifier: Apache-2.0
/** How operations are timed, and how the sheets of results are printed in each format. */
package io.shmem4j.bench.measure;
