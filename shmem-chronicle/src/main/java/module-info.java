// SPDX-License-Identifier: Apache-2.0
/** Symmetric memory for chronicle-bytes, and objects that marshal themselves between PEs. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // chronicle-bytes has no descriptor.
module io.shmem4j.chronicle {
    requires transitive io.shmem4j;
    requires transitive io.shmem4j.channel;
    requires transitive chronicle.bytes;
    requires chronicle.core;

    exports io.shmem4j.chronicle;
}
