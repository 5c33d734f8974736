// SPDX-License-Identifier: Apache-2.0
/** JUnit tests whose methods run on several PEs. */
module io.shmem4j.junit {
    requires transitive io.shmem4j;
    requires transitive org.junit.jupiter.api;
    requires org.opentest4j;
    // Only tests in processes need the launcher.
    requires static io.shmem4j.launch;
    // Only tests by many schedules need the explorer.
    requires static io.shmem4j.explore;

    exports io.shmem4j.junit;
    // JUnit makes the extension.
    opens io.shmem4j.junit to org.junit.platform.commons;
}
