// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** Whether loops may use the Vector API. */
public final class VectorApi {
    /** Whether the JVM has its module, and the user has not asked for loops without it. */
    public static final boolean THERE = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
        && !Boolean.getBoolean("shmem4j.nas.scalar");

    private VectorApi() {
    }
}
