// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

/** An algorithm that copies a root's data to every member. */
interface Broadcast {
    /**
     * Broadcasts.
     *
     * @param team   this member
     * @param dest   offset of the result, on the root too
     * @param source offset of the root's data
     * @param bytes  length, at least 1
     * @param root   index of the root
     */
    void broadcast(Member team, long dest, long source, long bytes, int root);
}
