// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun --explore} and {@code --replay}: the main class of their JVM, their options, PEs as processes. */
package io.shmem4j.explore.command;
