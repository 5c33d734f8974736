// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;

/** Classes that a program loads in its own way. */
final class LoaderCases {
    private LoaderCases() {
    }

    /** A class that orders threads. */
    static final class Plugin implements Runnable {
        private volatile boolean done;

        @Override
        public synchronized void run() {
            done = true;
        }

        @Override
        public String toString() {
            return "done " + done;
        }
    }

    /** Knows the JDK and its own classes. */
    private static final class Apart extends ClassLoader {
        Apart() {
            super(ClassLoader.getPlatformClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    static void classThatDoesNotFindTheLibraryClean(Shmem s) throws IOException, ReflectiveOperationException {
        try (InputStream in = LoaderCases.class.getResourceAsStream("LoaderCases$Plugin.class")) {
            Constructor<?> plugins = new Apart().define(in.readAllBytes()).getDeclaredConstructor();
            plugins.setAccessible(true);
            Runnable plugin = (Runnable) plugins.newInstance();
            plugin.run();
            System.out.println("PE " + s.myPe() + ' ' + plugin);
        }
    }
}
