// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun --explore} and {@code --replay}: main class, options, and PEs that behave like processes. */
package io.shmem4j.explore.command;
