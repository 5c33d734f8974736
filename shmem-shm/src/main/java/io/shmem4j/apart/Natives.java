// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/**
 * Loads native libraries in the name of a program's class loader, because the JDK binds native methods by the loader
 * that calls. Each loader of a program therefore has a copy of this class. {@link NativeOwners} decides first.
 */
@SuppressWarnings("restricted") // The program calls, with the permission that its JVM has.
public final class Natives {
    private Natives() {
    }

    public static void load(String file) {
        NativeOwners.claimFile(file);
        System.load(file);
    }

    public static void load(Runtime runtime, String file) {
        runtime.getClass();
        load(file);
    }

    public static void loadLibrary(String name) {
        NativeOwners.claimLibrary(name);
        System.loadLibrary(name);
    }

    public static void loadLibrary(Runtime runtime, String name) {
        runtime.getClass();
        loadLibrary(name);
    }

    public static SymbolLookup libraryLookup(String name, Arena arena) {
        NativeOwners.claimFile(name);
        return SymbolLookup.libraryLookup(name, arena);
    }

    public static SymbolLookup libraryLookup(Path file, Arena arena) {
        NativeOwners.claimFile(file.toString());
        return SymbolLookup.libraryLookup(file, arena);
    }
}
