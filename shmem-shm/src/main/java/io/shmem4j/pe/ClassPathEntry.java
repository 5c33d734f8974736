// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A folder or jar of a program's class path, opened once for all PEs of this JVM. */
abstract sealed class ClassPathEntry {
    private final Path file;
    private ProtectionDomain domain;

    private ClassPathEntry(Path file) {
        this.file = file;
    }

    /**
     * {@return an entry, opened when something is looked for in it}
     *
     * @param file a folder, a jar, or nothing
     */
    static ClassPathEntry of(Path file) {
        return Files.isRegularFile(file) ? new Jar(file) : new Folder(file);
    }

    Path file() {
        return file;
    }

    /**
     * {@return a file's bytes, null if there is none}
     *
     * @param name its name, with slashes
     */
    abstract byte[] read(String name) throws IOException;

    /**
     * {@return where a resource is, null if there is none}
     *
     * @param name its name, with slashes
     */
    abstract URL resource(String name);

    /** {@return further entries that this entry names} */
    List<Path> more() {
        return List.of();
    }

    /** {@return the facts that its manifest has on packages, or null} */
    PackageFacts facts() {
        return null;
    }

    /** {@return where its classes say they come from} */
    synchronized ProtectionDomain domain() {
        if (domain == null) {
            domain = new ProtectionDomain(new CodeSource(url(""), (Certificate[]) null), null);
        }
        return domain;
    }

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
        byte[] read(String name) throws IOException {
            File found = new File(file().toString(), name);
            return found.isFile() ? Files.readAllBytes(found.toPath()) : null;
        }

        @Override
        URL resource(String name) {
            return new File(file().toString(), name).exists() ? url(name) : null;
        }
    }

    private static final class Jar extends ClassPathEntry {
        private JarFile jar;
        private boolean tried;
        private PackageFacts facts;
        private List<Path> more = List.of();

        Jar(Path file) {
            super(file);
        }

        /** {@return the open jar, or null for a file that is none, which holds nothing} */
        private synchronized JarFile open() {
            if (jar == null && !tried) {
                tried = true;
                try {
                    jar = new JarFile(file().toFile(), false, ZipFile.OPEN_READ, Runtime.version());
                    Manifest manifest = jar.getManifest();
                    if (manifest != null) {
                        read(manifest.getMainAttributes());
                    }
                } catch (IOException e) {
                    jar = null;
                }
            }
            return jar;
        }

        private void read(Attributes main) {
            facts = PackageFacts.of(main);
            String names = main.getValue(Attributes.Name.CLASS_PATH);
            if (names != null) {
                more = new ArrayList<>();
                URI here = file().toUri();
                for (String name : names.strip().split("\\s+")) {
                    URI other = here.resolve(name);
                    if ("file".equals(other.getScheme())) {
                        more.add(Path.of(other));
                    }
                }
            }
        }

        @Override
        byte[] read(String name) throws IOException {
            JarFile open = open();
            ZipEntry entry = open == null ? null : open.getEntry(name);
            if (entry == null) {
                return null;
            }
            try (InputStream in = open.getInputStream(entry)) {
                return in.readAllBytes();
            }
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
        PackageFacts facts() {
            open();
            return facts;
        }
    }
}
