// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Shmem;
import io.shmem4j.shm.ShmJob;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Ends or stops this JVM as a signal would, before its n-th step that other processes can see: a store, a lock, a
 * change of files. {@link #classPath} makes a copy of the library that asks here before each.
 */
public final class Mortal {
    private static final Set<String> FILES = Set.of("move", "delete", "deleteIfExists", "createDirectory", "write",
        "writeString");
    private static final Set<String> CHANNEL = Set.of("open", "write", "tryLock", "close", "release", "map");
    private static final Set<String> SEGMENT = Set.of("set", "setAtIndex", "copy", "copyFrom", "fill");
    private static final List<String> MORTAL = List.of("io/shmem4j/shm/", "io/shmem4j/join/", "io/shmem4j/spi/",
        "io/shmem4j/engine/", "io/shmem4j/collective/team/");
    private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);
    private static volatile boolean stops;

    private Mortal() {
    }

    /** Counts from now on. */
    static void dieBefore(int step) {
        stops = false;
        LEFT.set(step);
    }

    /** Counts from now on; the JVM says that it stops, and goes on when another process continues it. */
    static void stopBefore(int step) {
        stops = true;
        LEFT.set(step);
    }

    /** {@return steps that have been counted of some} */
    static int counted(int of) {
        return of - LEFT.get();
    }

    /** The copy of the library calls it before each step. */
    public static void step() {
        if (LEFT.decrementAndGet() == 0) {
            if (!stops) {
                Runtime.getRuntime().halt(137);
            }
            try {
                System.out.println("stops");
                new ProcessBuilder("kill", "-STOP", Long.toString(ProcessHandle.current().pid())).start().waitFor();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** {@return a jar with a program and such a copy, made in a folder} Start-up caches hold no classes of folders. */
    static String classPath(Path folder, Class<?> main) throws IOException {
        Path made = folder.resolve("mortal.jar");
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(made))) {
            jar.setLevel(Deflater.NO_COMPRESSION);
            for (Class<?> of : List.of(Shmem.class, ShmJob.class, main)) {
                Path library = Path.of(URI.create(of.getProtectionDomain().getCodeSource().getLocation().toString()));
                String within = of == main ? main.getPackageName().replace('.', '/') : "";
                if (Files.isDirectory(library)) {
                    copy(library, within, jar);
                } else {
                    try (FileSystem files = FileSystems.newFileSystem(library)) {
                        copy(files.getPath("/"), within, jar);
                    }
                }
            }
        }
        return made.toString();
    }

    private static void copy(Path library, String within, ZipOutputStream jar) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(library.resolve(within))) {
            all = files.filter(Files::isRegularFile).filter(file -> file.getParent().endsWith("services")
                || !library.relativize(file).startsWith("META-INF") && !file.endsWith("module-info.class")).toList();
        }
        for (Path file : all) {
            byte[] bytes = Files.readAllBytes(file);
            String name = library.relativize(file).toString();
            jar.putNextEntry(new ZipEntry(name));
            jar.write(name.endsWith(".class") && MORTAL.stream().anyMatch(name::startsWith) ? mortal(bytes) : bytes);
        }
    }

    private static byte[] mortal(byte[] type) {
        ClassFile files = ClassFile.of();
        return files.transformClass(files.parse(type), ClassTransform.transformingMethodBodies(Mortal::step));
    }

    private static void step(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction call && isStep(call.owner().asInternalName(),
            call.name().stringValue())) {
            code.invokestatic(ClassDesc.of(Mortal.class.getName()), "step", MethodTypeDesc.of(ConstantDescs.CD_void));
        }
        code.with(element);
    }

    private static boolean isStep(String owner, String name) {
        return switch (owner) {
            case "java/lang/invoke/VarHandle" -> !name.startsWith("get") || name.startsWith("getAnd");
            case "java/lang/foreign/MemorySegment" -> SEGMENT.contains(name);
            case "java/nio/file/Files" -> FILES.contains(name);
            case "java/nio/channels/FileChannel", "java/nio/channels/FileLock" -> CHANNEL.contains(name);
            case "io/shmem4j/shm/Syscalls" -> name.equals("call");
            default -> false;
        };
    }
}
