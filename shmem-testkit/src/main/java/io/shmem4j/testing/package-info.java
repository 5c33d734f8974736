// SPDX-License-Identifier: Apache-2.0
/** Means of tests in any module: jobs in real processes, started by the real launcher, and layers of packages. */
package io.shmem4j.testing;
