// SPDX-License-Identifier: Apache-2.0
/** Tests of tests on several PEs, by the reports that JUnit makes of them. */
package io.shmem4j.junit;
