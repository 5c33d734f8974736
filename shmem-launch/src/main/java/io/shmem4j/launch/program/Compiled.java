// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The classes of a program that was given as a source file, as class files by binary name. */
public record Compiled(Map<String, byte[]> files) implements Place {
    private static final String CLASS = ".class";

    public byte[] jar() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                jar.putNextEntry(new ZipEntry(each.getKey().replace('.', '/') + CLASS));
                jar.write(each.getValue());
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    @Override
    public byte[] read(String name) {
        return name.endsWith(CLASS) ? files.get(name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
            : null;
    }

    @Override
    public void classes(Consumer<String> reader) {
        files.keySet().forEach(name -> reader.accept(name.replace('.', '/')));
    }

    ClassLoader loader(ClassLoader parent) {
        return new ClassLoader(parent) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = files.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
    }
}
