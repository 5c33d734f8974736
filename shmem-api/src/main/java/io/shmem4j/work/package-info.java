// SPDX-License-Identifier: Apache-2.0
/** Kinds of local work, which a program may declare so that simulated machines charge for it. */
package io.shmem4j.work;
