// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.kernel;

/** Whether this JVM was started with the Vector API. */
final class VectorApi {
    /** It was, and {@code shmem4j.scalar}, which switches vectors off for measurements and tests, is not set. */
    static final boolean PRESENT = isResolved("jdk.incubator.vector") && !Boolean.getBoolean("shmem4j.scalar");

    private VectorApi() {
    }

    /** Not by the layer's own search, whose streams take a first reduction as long as all the rest of it. */
    private static boolean isResolved(String name) {
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
