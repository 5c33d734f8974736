// SPDX-License-Identifier: Apache-2.0
/** Explores a program and reports a failing schedule: shrinks it, saves it, and formats its steps. */
package io.shmem4j.explore.story;
