// SPDX-License-Identifier: Apache-2.0
/** Messages of any size between PEs. */
@SuppressWarnings("module") // The user of the rings does not exist yet when this module is compiled.
module io.shmem4j.channel {
    requires transitive io.shmem4j;

    exports io.shmem4j.channel;
    exports io.shmem4j.channel.ring to io.shmem4j.irregular, io.shmem4j.mpi;
}
