// SPDX-License-Identifier: Apache-2.0
/** Running PEs as the launcher holds them: processes, files, events, signals, output and input. */
package io.shmem4j.launch.process;
