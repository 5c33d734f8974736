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

/** A folder or jar of a program's class path, opened once for all PEs of this JVM. */
abstract sealed class ClassPathEntry {
    private final Path file;
    private CodeSource unsigned;

    private ClassPathEntry(Path file) {
        this.file = file;
    }

    /** {@return an entry for a folder, a jar, or nothing, opened when something is looked for in it} */
    static ClassPathEntry of(Path file) {
        return Files.isRegularFile(file) ? new Jar(file) : new Folder(file);
    }

    Path file() {
        return file;
    }

    /** {@return what a file holds, null if there is none} */
    abstract Content read(String name) throws IOException;

    /** {@return where a resource is, null if there is none} */
    abstract URL resource(String name);

    /** {@return further entries that this entry names} */
    List<Path> more() {
        return List.of();
    }

    /** {@return what it says about its packages, or null} */
    Manifest manifest() {
        return null;
    }

    /** {@return whether it wants to be the only place of a package's classes} */
    boolean seals(String name) {
        return false;
    }

    /** {@return where its classes say they come from, as long as nobody has signed them} */
    final synchronized CodeSource unsigned() {
        if (unsigned == null) {
            unsigned = new CodeSource(url(""), (CodeSigner[]) null);
        }
        return unsigned;
    }

    /** The bytes of a file, with where they come from and who has signed them. */
    record Content(byte[] bytes, CodeSource source) { }

    /** {@return the address of a file in a folder, or of the entry itself} */
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
        private List<Path> more = List.of();

        Jar(Path file) {
            super(file);
        }

        /** {@return the open jar, or null for any other file, which holds nothing} */
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
                more = new ArrayList<>();
                for (String name : names.strip().split("\\s+")) {
                    Path other = entry(name);
                    if (other != null) {
                        more.add(other);
                    }
                }
            }
        }

        /** {@return the file that a word of a manifest names, or null; the JDK, too, passes over what is no address} */
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
        List<Path> more() {
            open();
            return more;
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
