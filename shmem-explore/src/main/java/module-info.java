// SPDX-License-Identifier: Apache-2.0
/** The explorer: runs a program by many schedules and shows the one that fails. */
module io.shmem4j.explore {
    requires transitive io.shmem4j;
    requires io.shmem4j.shm;
    requires io.shmem4j.launch;

    provides io.shmem4j.launch.BackendPolicy with io.shmem4j.explore.command.ExplorePolicy;

    exports io.shmem4j.explore;
    exports io.shmem4j.explore.command to io.shmem4j;
}
