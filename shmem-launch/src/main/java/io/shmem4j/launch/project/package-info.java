// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun new}: a Maven project with a program, a test and the commands that run them. */
package io.shmem4j.launch.project;
