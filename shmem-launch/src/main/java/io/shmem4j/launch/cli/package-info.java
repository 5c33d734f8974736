// SPDX-License-Identifier: Apache-2.0
/** The main class of {@code oshrun} and the commands that start no job of the user. */
package io.shmem4j.launch.cli;
