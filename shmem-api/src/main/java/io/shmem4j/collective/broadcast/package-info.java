// SPDX-License-Identifier: Apache-2.0
/** Broadcasts, an algorithm a class, and the choice between them. */
package io.shmem4j.collective.broadcast;
