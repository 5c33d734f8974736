// SPDX-License-Identifier: Apache-2.0
/** PEs as processes: command lines, JVM flags, start-up caches, files, events, signals, input and output. */
package io.shmem4j.launch.process;
