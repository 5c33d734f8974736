// SPDX-License-Identifier: Apache-2.0
/** How the JVMs of a job are started: command lines, flags, environment, start-up cache. */
package io.shmem4j.launch.start;
