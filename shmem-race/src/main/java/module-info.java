// SPDX-License-Identifier: Apache-2.0
/** Detects unordered conflicting accesses to symmetric memory. Loaded as an agent, on the class path. */
module io.shmem4j.race {
    requires io.shmem4j;
    requires java.instrument;
}
