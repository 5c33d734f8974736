// SPDX-License-Identifier: Apache-2.0
/** Exploring a program, and what is told of a schedule that fails: as a file, made smaller, as a table of steps. */
package io.shmem4j.explore.story;
