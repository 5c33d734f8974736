// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The file systems that a program brings along: the JDK makes one of each provider that the JVM's system class loader
 * finds. Here each PE has one of each that its program has, behind those of the JVM.
 */
public final class FileProviders {
    private List<FileSystemProvider> all;

    private FileProviders() {
    }

    public static List<FileSystemProvider> installedProviders() {
        ThreadPe pe = CurrentPe.find();
        return pe == null || pe.loader() == null ? FileSystemProvider.installedProviders()
            : pe.own(FileProviders.class, FileProviders::new).all(pe.loader());
    }

    private synchronized List<FileSystemProvider> all(ClassLoader loader) {
        if (all == null) {
            // A provider that asks for others while it is made finds the JVM's.
            all = FileSystemProvider.installedProviders();
            List<FileSystemProvider> more = new ArrayList<>(all);
            for (FileSystemProvider own : ServiceLoader.load(FileSystemProvider.class, loader)) {
                if (find(own.getScheme(), more) == null) {
                    more.add(own);
                }
            }
            all = List.copyOf(more);
        }
        return all;
    }

    private static FileSystemProvider find(String scheme, List<FileSystemProvider> among) {
        for (FileSystemProvider provider : among) {
            if (provider.getScheme().equalsIgnoreCase(scheme)) {
                return provider;
            }
        }
        return null;
    }

    private static FileSystemProvider find(URI uri) {
        return find(uri.getScheme(), installedProviders());
    }

    public static FileSystem getFileSystem(URI uri) {
        FileSystemProvider provider = find(uri);
        return provider == null ? FileSystems.getFileSystem(uri) : provider.getFileSystem(uri);
    }

    public static FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        return newFileSystem(uri, environment, null);
    }

    public static FileSystem newFileSystem(URI uri, Map<String, ?> environment, ClassLoader loader)
        throws IOException {
        FileSystemProvider provider = find(uri);
        if (provider != null) {
            try {
                return provider.newFileSystem(uri, environment);
            } catch (UnsupportedOperationException e) {
                // It finds file systems and makes none.
                return FileSystems.newFileSystem(uri, environment, loader);
            }
        }
        return FileSystems.newFileSystem(uri, environment, loader);
    }

    public static FileSystem newFileSystem(Path path) throws IOException {
        return newFileSystem(path, Map.of(), null);
    }

    public static FileSystem newFileSystem(Path path, Map<String, ?> environment) throws IOException {
        return newFileSystem(path, environment, null);
    }

    public static FileSystem newFileSystem(Path path, ClassLoader loader) throws IOException {
        return newFileSystem(path, Map.of(), loader);
    }

    public static FileSystem newFileSystem(Path path, Map<String, ?> environment, ClassLoader loader)
        throws IOException {
        try {
            return FileSystems.newFileSystem(path, environment, loader);
        } catch (ProviderNotFoundException e) {
            for (FileSystemProvider provider : installedProviders()) {
                try {
                    return provider.newFileSystem(path, environment);
                } catch (UnsupportedOperationException other) {
                    continue;
                }
            }
            throw e;
        }
    }

    public static Path of(URI uri) {
        String scheme = uri.getScheme();
        FileSystemProvider provider = scheme == null || scheme.equalsIgnoreCase("file") ? null : find(uri);
        return provider == null ? Path.of(uri) : provider.getPath(uri);
    }

    public static Path get(URI uri) {
        return of(uri);
    }
}
