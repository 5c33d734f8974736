// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The classes of a program that was given as a source file, as class files by binary name. */
public record Compiled(Map<String, byte[]> classes) {
    public byte[] jar() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                jar.putNextEntry(new ZipEntry(each.getKey().replace('.', '/') + ".class"));
                jar.write(each.getValue());
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    ClassLoader loader(ClassLoader parent) {
        return new ClassLoader(parent) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
    }
}
