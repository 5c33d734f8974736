// SPDX-License-Identifier: Apache-2.0
/** Tests of what a class path tells before the program runs. */
package io.shmem4j.launch.program;
