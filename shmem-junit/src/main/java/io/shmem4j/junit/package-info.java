// SPDX-License-Identifier: Apache-2.0
/** JUnit tests whose methods run on several PEs, in threads of the test's JVM or in JVMs of their own. */
package io.shmem4j.junit;
