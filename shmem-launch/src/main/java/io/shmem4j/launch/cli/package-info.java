// SPDX-License-Identifier: Apache-2.0
/** Main class of {@code oshrun}, and its commands that run no user program. */
package io.shmem4j.launch.cli;
