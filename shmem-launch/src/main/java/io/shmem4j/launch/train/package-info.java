// SPDX-License-Identifier: Apache-2.0
/** Makes the start-up caches by running a small job. */
package io.shmem4j.launch.train;
