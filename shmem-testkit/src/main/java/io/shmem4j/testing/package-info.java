// SPDX-License-Identifier: Apache-2.0
/** What tests of any module need: jobs in real processes, started by the real launcher, and layers of packages. */
package io.shmem4j.testing;
