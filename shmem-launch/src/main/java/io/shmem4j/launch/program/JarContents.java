// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.Hash;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.KeptTexts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Hashes jars by their contents, with those that their manifests put behind them. */
public final class JarContents {
    /** Folder of a jar for classes of a JDK, which stand for those of the same name without it. */
    private static final String VERSION = "META-INF/versions/\\d+/";

    private final Hash hash;
    private final Set<String> names;
    private final Set<Path> known = new HashSet<>();
    /** Places that manifests name, by the jar's checksum: to read a manifest takes half a millisecond at each start. */
    private final KeptTexts manifests = new KeptTexts(Installation.current().cacheFolders(), "manifests", "");

    /** Adds to a hash, and accepts no jar with a file of one of some names. */
    public JarContents(Hash hash, Set<String> names) {
        this.hash = hash;
        this.names = names;
    }

    /** Adds a jar and those behind it. It throws for a file that is no jar, or has a file of one of the names. */
    public void add(Path jar) throws IOException {
        if (!known.add(jar)) {
            return;
        }
        hash.add(jar);
        if (Files.notExists(jar)) {
            return;
        }
        for (String word : places(jar)) {
            URI place = jar.toUri().resolve(word);
            if ("file".equals(place.getScheme())) {
                add(Path.of(place));
            }
        }
    }

    private List<String> places(Path path) throws IOException {
        try (JarReader jar = new JarReader()) {
            jar.open(path);
            while (!names.isEmpty() && jar.next()) {
                String name = jar.name();
                if (names.contains(name) || name.startsWith("META-INF/v")
                    && names.contains(name.replaceFirst(VERSION, ""))) {
                    throw new IOException(name + " is in a folder, too");
                }
            }
            String checksum = jar.checksum();
            hash.add(checksum);
            String places = manifests.get(checksum);
            if (places == null) {
                places = String.join("\n", JarReader.places(jar.manifest()));
                manifests.put(checksum, places);
            }
            return places.lines().toList();
        }
    }

    /** {@return the jars so far, those that manifests name among them} */
    public Set<Path> files() {
        return known;
    }

    /** Keeps what manifests name for the next start. */
    public void save() {
        manifests.save();
    }
}
