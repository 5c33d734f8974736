// SPDX-License-Identifier: Apache-2.0
/** What tests of any module need to run jobs: real processes, started by the real launcher. */
package io.shmem4j.testing;
