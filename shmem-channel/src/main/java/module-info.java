// SPDX-License-Identifier: Apache-2.0
/** Messages of any size between PEs. */
module io.shmem4j.channel {
    requires transitive io.shmem4j;

    exports io.shmem4j.channel;
}
