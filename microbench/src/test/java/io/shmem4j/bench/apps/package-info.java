// SPDX-License-Identifier: Apache-2.0
/** Tests of what the applications compute with. */
package io.shmem4j.bench.apps;
