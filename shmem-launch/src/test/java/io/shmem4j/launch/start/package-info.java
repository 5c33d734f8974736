// SPDX-License-Identifier: Apache-2.0
/** Tests of the command lines of PEs. */
package io.shmem4j.launch.start;
