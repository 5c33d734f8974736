// SPDX-License-Identifier: Apache-2.0
/** Tests of the scan of a class path before the program runs. */
package io.shmem4j.launch.program;
