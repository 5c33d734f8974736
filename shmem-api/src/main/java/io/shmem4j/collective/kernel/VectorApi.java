// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.kernel;

/** Whether this JVM was started with the Vector API. */
final class VectorApi {
    /** It is, and nobody has set {@code shmem4j.scalar} to measure or test without. */
    static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
        && !Boolean.getBoolean("shmem4j.scalar");

    private VectorApi() {
    }
}
