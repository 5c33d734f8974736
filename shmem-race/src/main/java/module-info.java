// SPDX-License-Identifier: Apache-2.0
/** Finds accesses to symmetric memory that nothing orders. JVMs load it as an agent, to their class path. */
module io.shmem4j.race {
    requires io.shmem4j;
    requires java.instrument;
}
