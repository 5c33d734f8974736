// SPDX-License-Identifier: Apache-2.0
/** Runs every example as a user does. */
package io.shmem4j.examples;
