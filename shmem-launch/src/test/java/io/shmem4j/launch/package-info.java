// SPDX-License-Identifier: Apache-2.0
/** Tests of the launcher: small ones in this JVM, and jobs of real processes through the oshrun script. */
package io.shmem4j.launch;
