// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program's classes, as the PEs of one JVM load them. */
class ProgramClassesTest {
    @TempDir
    private Path folder;

    /** A PE that does nothing. */
    private static final class IdlePe extends ThreadPe {
        IdlePe(int number, ProgramClasses classes) {
            super(number, classes, System.out, System.err, InputStream.nullInputStream());
        }

        @Override
        public void exit(int status) {
            throw new AssertionError("it does not end");
        }

        @Override
        public void halt(int status) {
            throw new AssertionError("it does not end");
        }

        @Override
        protected void fail(Throwable thrown, Thread thread) {
            throw new AssertionError(thrown);
        }
    }

    private void write(String name, String superclass) throws IOException {
        Files.write(folder.resolve(name + ".class"), ClassFile.of().build(ClassDesc.of(name),
            type -> type.withSuperclass(ClassDesc.of(superclass))));
    }

    /** Programs try optional classes, and catch what says that they can't be had. */
    @Test
    void aClassWithoutItsSuperclassFailsInTheSameWayAtEachAttempt() throws IOException, ClassNotFoundException {
        write("Heir", "Gone");
        ProgramClasses classes = new ProgramClasses(folder.toString(), 2, false);
        List<PeClassLoader> loaders = List.of(new IdlePe(0, classes).loader(), new IdlePe(1, classes).loader());
        for (PeClassLoader loader : loaders) {
            for (int i = 0; i < 3; i++) {
                assertThrows(NoClassDefFoundError.class, () -> loader.loadClass("Heir"));
            }
        }
        write("Gone", "java.lang.Object");
        for (PeClassLoader loader : loaders) {
            assertEquals("Gone", loader.loadClass("Heir").getSuperclass().getName());
        }
    }
}
