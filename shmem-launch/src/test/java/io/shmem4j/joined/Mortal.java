// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Shmem;
import io.shmem4j.shm.ShmHost;
import io.shmem4j.testing.Oshrun;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Ends this JVM as a kill would, before its n-th step that other processes can see: a store, a lock, a change of files.
 * {@link #classPath} makes a copy of the library that asks here before each.
 */
public final class Mortal {
    private static final Set<String> FILES = Set.of("move", "delete", "deleteIfExists", "createDirectory", "write",
        "writeString");
    private static final Set<String> CHANNEL = Set.of("open", "write", "tryLock", "close", "release", "map");
    private static final Set<String> SEGMENT = Set.of("set", "setAtIndex", "copy", "copyFrom", "fill");
    private static final List<String> PACKAGES = List.of("shm", "join", "spi", "engine", "collective/team");
    private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);

    private Mortal() {
    }

    /** Counts from now on. */
    static void dieBefore(int step) {
        LEFT.set(step);
    }

    /** {@return steps that have been counted of some} */
    static int counted(int of) {
        return of - LEFT.get();
    }

    /** The copy of the library calls it before each step. */
    public static void step() {
        if (LEFT.decrementAndGet() == 0) {
            Runtime.getRuntime().halt(137);
        }
    }

    /** {@return the class path of a program with such a copy, made in a folder} */
    static String classPath(Path folder, Class<?> main) throws IOException {
        for (Class<?> of : List.of(Shmem.class, ShmHost.class)) {
            Path library = Path.of(of.getProtectionDomain().getCodeSource().getLocation().getPath());
            if (Files.isDirectory(library)) {
                copy(library, folder);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(library)) {
                    copy(jar.getPath("/"), folder);
                }
            }
        }
        return folder + File.pathSeparator + Oshrun.classPath(main, Shmem.class, ShmHost.class);
    }

    private static void copy(Path library, Path folder) throws IOException {
        for (String name : PACKAGES) {
            Path from = library.resolve("io/shmem4j/" + name);
            if (Files.notExists(from)) {
                continue;
            }
            Path to = Files.createDirectories(folder.resolve("io/shmem4j/" + name));
            try (Stream<Path> classes = Files.list(from)) {
                classes.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                    try {
                        Files.write(to.resolve(file.getFileName().toString()), mortal(Files.readAllBytes(file)));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
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
