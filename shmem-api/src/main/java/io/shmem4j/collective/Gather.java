// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

/** An algorithm that concatenates the members' data on every member. */
interface Gather {
    /**
     * Concatenates data of equal length.
     *
     * @param team   this member
     * @param dest   offset of the result
     * @param source offset of this member's data
     * @param bytes  its length, at least 1
     */
    void fcollect(Member team, long dest, long source, long bytes);

    /**
     * Concatenates data of any lengths.
     *
     * @param team   this member
     * @param dest   offset of the result
     * @param room   bytes it has
     * @param source offset of this member's data
     * @param bytes  its length
     * @return bytes of all together; when that is more than {@code room}, nothing was copied
     */
    long collect(Member team, long dest, long room, long source, long bytes);
}
