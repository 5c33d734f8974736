// SPDX-License-Identifier: Apache-2.0
/** Kinds of local work: a program declares them, and simulated machines charge for them. */
package io.shmem4j.work;
