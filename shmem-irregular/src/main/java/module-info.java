// SPDX-License-Identifier: Apache-2.0
/** Irregular programs: batches of small accesses, messages that run code, arrays over all PEs, containers on them. */
module io.shmem4j.irregular {
    requires transitive io.shmem4j;
    requires io.shmem4j.channel;

    exports io.shmem4j.irregular.batch;
    exports io.shmem4j.irregular.container;
    exports io.shmem4j.irregular.message;
}
