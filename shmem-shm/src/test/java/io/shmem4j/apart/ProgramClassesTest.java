// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

        @Override
        public void pause(long nanos) {
            throw new AssertionError("it waits for nothing");
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'' | ''", "' ' | ''", "b.jar c/ | b.jar c",
        "${odd}.jar b.jar %.jar file://host/c.jar https://host/d.jar | b.jar"})
    void jarsNameFurtherEntries(String classPath, String entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path jar = folder.resolve("a jar.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        assertEquals(Arrays.stream(entries.split(" ")).filter(name -> !name.isEmpty()).map(folder::resolve).toList(),
            ClassPathEntry.of(jar).more());
    }

    /** {@return a class with a static method that ends the JVM} */
    private static byte[] ending(String name) {
        return ClassFile.of().build(ClassDesc.of(name), type -> type.withMethodBody("end",
            ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> code.iconst_3()
            .invokestatic(ClassDesc.of("java.lang.System"), "exit", MethodTypeDesc.ofDescriptor("(I)V")).return_()));
    }

    /** {@code File.toURL} of the JDK gives such addresses. */
    @SuppressWarnings("deprecation")
    @ParameterizedTest
    @CsvSource({"own.Ender", "own.deeper.End er", "Ender"})
    void foldersOfAnyNameHaveClassesToRewrite(String name) throws IOException, ClassNotFoundException {
        Path place = folder.resolve("a folder");
        Path file = place.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, ending(name));
        URL address = new URL("file:" + place + "/");
        try (OwnUrlLoader loader = new OwnUrlLoader(new URL[] {address}, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(name);
            assertEquals(address.toExternalForm(), type.getProtectionDomain().getCodeSource().getLocation()
                .toExternalForm());
        }
    }

    @Test
    void callsOfInterfacesBecomeStaticOnes() {
        String bean = "java.lang.management.MemoryPoolMXBean";
        byte[] bytes = ClassFile.of().build(ClassDesc.of("Setter"), type -> type.withMethodBody("set",
            MethodTypeDesc.of(ConstantDescs.CD_void, ClassDesc.of(bean)), ClassFile.ACC_STATIC, code -> code.aload(0)
            .lconst_1().invokeinterface(ClassDesc.of(bean), "setUsageThreshold", MethodTypeDesc.ofDescriptor("(J)V"))
            .return_()));
        List<String> code = ClassFile.of().parse(Rewriting.of(bytes)).methods().getFirst().code().orElseThrow()
            .elementStream().filter(Instruction.class::isInstance).map(element -> element instanceof InvokeInstruction
            call ? call.opcode() + " " + call.owner().asInternalName() + "." + call.name().stringValue()
            + call.type().stringValue() : ((Instruction) element).opcode().name()).toList();
        assertEquals(List.of("ALOAD_0", "LCONST_1", "INVOKESTATIC io/shmem4j/apart/Beans.setUsageThreshold"
            + "(Ljava/lang/management/MemoryPoolMXBean;J)V", "NOP", "NOP", "RETURN"), code);
    }
}
