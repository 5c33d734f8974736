// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.kernel;

/** Whether this JVM was started with the Vector API. */
final class VectorApi {
    /** It was, and {@code shmem4j.scalar}, which switches vectors off for measurements and tests, is not set. */
    static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
        && !Boolean.getBoolean("shmem4j.scalar");

    private VectorApi() {
    }
}
