// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/** A folder or jar on a program's class path. All PEs of this JVM read the same open jar. */
abstract sealed class ClassPathEntry {
    private final Path file;
    private CodeSource unsigned;

    private ClassPathEntry(Path file) {
        this.file = file;
    }

    /** {@return the entry for a path, which need not exist; a jar is opened at its first lookup} */
    static ClassPathEntry of(Path file) {
        return Files.isRegularFile(file) ? new Jar(file) : new Folder(file);
    }

    Path file() {
        return file;
    }

    /** {@return a file of the entry, or null} */
    abstract Content read(String name) throws IOException;

    /** {@return the address of a resource, or null} */
    abstract URL resource(String name);

    /** {@return the {@code Class-Path} of a jar's manifest} */
    List<Path> named() {
        return List.of();
    }

    /** {@return the jar's manifest, or null} */
    Manifest manifest() {
        return null;
    }

    /** {@return whether a package may have no classes from other entries} */
    boolean seals(String name) {
        return false;
    }

    /** {@return the source of its classes without signers} */
    final synchronized CodeSource unsigned() {
        if (unsigned == null) {
            unsigned = new CodeSource(url(""), (CodeSigner[]) null);
        }
        return unsigned;
    }

    /** A file's bytes, its location and its signers. */
    record Content(byte[] bytes, CodeSource source) { }

    /** {@return the address of a file in this folder, of the entry itself for an empty name} */
    final URL url(String name) {
        try {
            return file.resolve(name).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError("a file has an address", e);
        }
    }

    private static final class Folder extends ClassPathEntry {
        Folder(Path folder) {
            super(folder);
        }

        @Override
        Content read(String name) throws IOException {
            File found = new File(file().toString(), name);
            return found.isFile() ? new Content(Files.readAllBytes(found.toPath()), unsigned()) : null;
        }

        @Override
        URL resource(String name) {
            return new File(file().toString(), name).exists() ? url(name) : null;
        }
    }

    private static final class Jar extends ClassPathEntry {
        private JarFile jar;
        private boolean tried;
        private Manifest manifest;
        private boolean seals;
        private List<Path> named = List.of();

        Jar(Path file) {
            super(file);
        }

        /** {@return the open jar, or null if the file is none} */
        private synchronized JarFile open() {
            if (jar == null && !tried) {
                tried = true;
                try {
                    jar = new JarFile(file().toFile(), true, ZipFile.OPEN_READ, Runtime.version());
                    manifest = jar.getManifest();
                    if (manifest != null) {
                        seals = sealed(manifest.getMainAttributes())
                            || manifest.getEntries().values().stream().anyMatch(Jar::sealed);
                        read(manifest.getMainAttributes());
                    }
                } catch (IOException e) {
                    jar = null;
                }
            }
            return jar;
        }

        private void read(Attributes main) {
            String names = main.getValue(Attributes.Name.CLASS_PATH);
            if (names != null && !names.isBlank()) {
                named = new ArrayList<>();
                for (String name : names.strip().split("\\s+")) {
                    Path other = entry(name);
                    if (other != null) {
                        named.add(other);
                    }
                }
            }
        }

        /** {@return the file that a word of the manifest names, or null; the JDK ignores malformed words, too} */
        private Path entry(String name) {
            try {
                URI other = file().toUri().resolve(name);
                return "file".equals(other.getScheme()) ? Path.of(other) : null;
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        Content read(String name) throws IOException {
            JarFile open = open();
            JarEntry entry = open == null ? null : open.getJarEntry(name);
            if (entry == null) {
                return null;
            }
            byte[] bytes;
            try (InputStream in = open.getInputStream(entry)) {
                bytes = in.readAllBytes();
            }
            CodeSigner[] signers = entry.getCodeSigners();
            return new Content(bytes, signers == null ? unsigned() : new CodeSource(url(""), signers));
        }

        private static boolean sealed(Attributes attributes) {
            return "true".equalsIgnoreCase(attributes.getValue(Attributes.Name.SEALED));
        }

        @Override
        URL resource(String name) {
            try {
                JarFile open = open();
                if (open == null || open.getEntry(name) == null) {
                    return null;
                }
                String inside = new URI(null, null, "/" + name, null).getRawPath();
                return URI.create("jar:" + file().toUri() + "!" + inside + (open.isMultiRelease() ? "#runtime" : ""))
                    .toURL();
            } catch (IOException | URISyntaxException e) {
                return null;
            }
        }

        @Override
        List<Path> named() {
            open();
            return named;
        }

        @Override
        Manifest manifest() {
            open();
            return manifest;
        }

        @Override
        boolean seals(String name) {
            if (manifest() == null || !seals) {
                return false;
            }
            Attributes own = manifest.getAttributes(name.replace('.', '/') + "/");
            return own != null && own.getValue(Attributes.Name.SEALED) != null ? sealed(own)
                : sealed(manifest.getMainAttributes());
        }
    }
}
