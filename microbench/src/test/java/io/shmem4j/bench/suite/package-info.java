// SPDX-License-Identifier: Apache-2.0
/** Progress of long runs. */
package io.shmem4j.bench.suite;
