// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs all cases of some classes in one job, with a barrier behind each. */
public final class CaseRun {
    private CaseRun() {
    }

    /** {@return the cases of a class, in the order of their names} */
    static List<Method> cases(Class<?> type) {
        return Stream.of(type.getDeclaredMethods()).filter(each -> each.getName().matches("\\w+(Racy|Clean)"))
            .sorted(Comparator.comparing(Method::getName)).toList();
    }

    /**
     * A PE's part.
     *
     * @param args the classes, or classes and methods with a point between
     * @throws ReflectiveOperationException if there is no such class, or a case fails
     * @throws IOException if the job's files can't be listed
     */
    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        try (Shmem shmem = Shmem.init()) {
            for (String name : args) {
                String[] parts = name.split("\\.");
                for (Method each : cases(Class.forName(CaseRun.class.getPackageName() + "." + parts[0]))) {
                    if (parts.length == 1 || parts[1].equals(each.getName())) {
                        each.invoke(null, shmem);
                        shmem.barrierAll();
                    }
                }
            }
            if (shmem.myPe() == 0 && System.getenv("SHMEM_JOB_DIR") != null) {
                tellModes(Path.of(System.getenv("SHMEM_JOB_DIR")));
            }
        }
    }

    private static void tellModes(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "races*")) {
            for (Path file : files) {
                System.out.println(file.getFileName() + " " + PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(file)));
            }
        }
    }
}
