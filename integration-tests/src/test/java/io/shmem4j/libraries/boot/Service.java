// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.boot;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** PEs that put to the same element without an order: two of this JVM, or with an argument those of a launcher. */
public final class Service {
    private Service() {
    }

    public static void main(String[] args) {
        if (Service.class.getClassLoader() == ClassLoader.getSystemClassLoader()) {
            throw new IllegalStateException("Spring Boot's loader does not load this class");
        }
        if (args.length == 0) {
            Shmem.run(2, Service::serve);
        } else {
            serve();
        }
        System.out.println("served");
    }

    private static void serve() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs table = shmem.allocateLongs(1).named("table");
            shmem.p(table, 0, shmem.myPe(), 1);
            shmem.barrierAll();
        }
    }
}
