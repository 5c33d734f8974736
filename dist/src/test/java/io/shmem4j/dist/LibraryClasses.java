// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The class files of all modules of the library, for tests of rules about calls that need a reason. */
final class LibraryClasses {
    private static final Set<String> MODULES = Set.of("shmem-api", "shmem-shm", "shmem-ucx", "shmem-irregular",
        "shmem-agrona", "shmem-chronicle", "shmem-race", "shmem-explore", "shmem-sim", "shmem-launch", "shmem-report",
        "shmem-junit");

    private LibraryClasses() {
    }

    static void forEach(Consumer<ClassModel> action) throws IOException {
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Oshrun.sources().resolve(module).resolve("target/classes"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    action.accept(ClassFile.of().parse(file));
                }
            }
        }
    }

    static String simpleName(ClassModel model) {
        String name = model.thisClass().asInternalName();
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** {@return the methods that make some calls, as a class without its package and a name} */
    static Set<String> callers(Predicate<InvokeInstruction> calls) throws IOException {
        Set<String> found = new TreeSet<>();
        forEach(model -> {
            for (MethodModel method : model.methods()) {
                String place = simpleName(model) + "." + method.methodName().stringValue()
                    .replaceFirst("^lambda\\$pauseAmongFallen.*", "pauseAmongFallen").replaceFirst("\\$\\d+$", "");
                method.code().ifPresent(code -> code.forEach(element -> {
                    if (element instanceof InvokeInstruction call && calls.test(call)) {
                        found.add(place);
                    }
                }));
            }
        });
        return found;
    }

    /** Compares with a list, one "place: reason" per line. */
    static void assertEqual(String reasons, Set<String> found, String problem) {
        Set<String> known = new TreeSet<>();
        reasons.lines().forEach(line -> known.add(line.substring(0, line.indexOf(':'))));
        Set<String> unknown = new TreeSet<>(found);
        unknown.removeAll(known);
        assertEquals(Set.of(), unknown, problem);
        known.removeAll(found);
        assertEquals(Set.of(), known, "these have a reason and do nothing of the kind");
    }
}
