// SPDX-License-Identifier: Apache-2.0
/** Explorations of a program, and reports of a failing schedule: as a file, made smaller, as a table of steps. */
package io.shmem4j.explore.story;
