// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The file systems of one PE. The JDK makes one of each provider that the JVM's system class loader finds. Here each PE
 * has one of each provider of its program, behind those of the JVM. The JDK also keeps one file system for each archive
 * that is opened by a URI {@code jar:file:...}. Here each PE opens its own.
 */
public final class FileProviders {
    private static final String ARCHIVES = "jar";
    private static final String INSIDE = "!/";

    private List<FileSystemProvider> all;
    private final Map<Path, FileSystem> archives = new HashMap<>();

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

    /** {@return the calling PE's own, null where the URI is of no archive in a file, or no PE calls} */
    private static FileProviders ofArchive(URI uri) {
        ThreadPe pe = CurrentPe.find();
        return pe != null && ARCHIVES.equalsIgnoreCase(uri.getScheme())
            && uri.getRawSchemeSpecificPart().startsWith("file:") ? pe.own(FileProviders.class, FileProviders::new)
            : null;
    }

    /** {@return the file of an archive's URI, in the form in which the JDK compares it} */
    private static Path archive(URI uri) {
        String file = uri.getRawSchemeSpecificPart();
        int inside = file.indexOf(INSIDE);
        Path path = Path.of(URI.create(inside < 0 ? file : file.substring(0, inside))).toAbsolutePath();
        try {
            return path.toRealPath();
        } catch (IOException e) {
            // An archive that is yet to be made.
            return path;
        }
    }

    private synchronized FileSystem open(URI uri) {
        FileSystem open = archives.get(archive(uri));
        if (open == null || !open.isOpen()) {
            throw new FileSystemNotFoundException(uri.toString());
        }
        return open;
    }

    private synchronized FileSystem open(URI uri, Map<String, ?> environment) throws IOException {
        Path file = archive(uri);
        FileSystem known = archives.get(file);
        if (known != null && known.isOpen()) {
            throw new FileSystemAlreadyExistsException(uri.toString());
        }
        FileSystem opened = find(ARCHIVES, FileSystemProvider.installedProviders()).newFileSystem(file, environment);
        archives.put(archive(uri), opened);
        return opened;
    }

    public static FileSystem getFileSystem(URI uri) {
        FileProviders archives = ofArchive(uri);
        if (archives != null) {
            return archives.open(uri);
        }
        FileSystemProvider provider = find(uri);
        return provider == null ? FileSystems.getFileSystem(uri) : provider.getFileSystem(uri);
    }

    public static FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        return newFileSystem(uri, environment, null);
    }

    public static FileSystem newFileSystem(URI uri, Map<String, ?> environment, ClassLoader loader)
        throws IOException {
        FileProviders archives = ofArchive(uri);
        if (archives != null) {
            return archives.open(uri, environment);
        }
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
        FileProviders archives = ofArchive(uri);
        if (archives != null) {
            String text = uri.getSchemeSpecificPart();
            int inside = text.indexOf(INSIDE);
            if (inside < 0) {
                throw new IllegalArgumentException("URI: " + uri + " has no path inside of its archive");
            }
            return archives.open(uri).getPath(text.substring(inside + 1));
        }
        String scheme = uri.getScheme();
        FileSystemProvider provider = scheme == null || scheme.equalsIgnoreCase("file") ? null : find(uri);
        return provider == null ? Path.of(uri) : provider.getPath(uri);
    }

    public static Path get(URI uri) {
        return of(uri);
    }
}
