// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A program that a test compiles, and jars that it packs, in a folder of the test. */
final class ScannedProgram {
    private final Path folder;

    ScannedProgram(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("target"));
    }

    /**
     * {@return the folder of the classes}
     *
     * @param name    of the folder
     * @param sources whole source files
     */
    Path compile(String name, String... sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve(name));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<JavaFileObject> files = new ArrayList<>();
        for (String source : sources) {
            String file = source.replaceFirst("(?s).*?(?:class|enum|interface) (\\w+).*", "$1");
            files.add(new SimpleJavaFileObject(URI.create("memory:///" + file + ".java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreErrors) {
                    return source;
                }
            });
        }
        StringWriter said = new StringWriter();
        assertTrue(compiler.getTask(said, null, null, List.of("-proc:none", "-d", classes.toString(), "-cp",
            classes + ":" + System.getProperty("java.class.path")), null, files).call(), said::toString);
        return classes;
    }

    /**
     * {@return a jar}
     *
     * @param name     of the file
     * @param manifest lines of it, such as {@code Class-Path: a.jar}
     * @param entries  bytes by name
     */
    Path jar(String name, List<String> manifest, Map<String, byte[]> entries) throws IOException {
        Path file = folder.resolve(name);
        Manifest head = new Manifest();
        head.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.forEach(line -> head.getMainAttributes().putValue(line.split(": ")[0], line.split(": ")[1]));
        try (OutputStream out = Files.newOutputStream(file); JarOutputStream jar = new JarOutputStream(out, head)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
            }
        }
        return file;
    }

    /** {@return a class of a folder as the entry of a jar} */
    static Map<String, byte[]> entry(Path classes, String name) throws IOException {
        return Map.of(name, Files.readAllBytes(classes.resolve(name)));
    }

    static ShareScan scan(Path... path) {
        return ShareScan.of(Stream.of(path).map(Path::toString).toList());
    }

    static String beyond(Path... path) {
        return scan(path).beyond();
    }
}
