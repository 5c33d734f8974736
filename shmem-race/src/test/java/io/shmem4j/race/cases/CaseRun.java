// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs all cases of some classes, one after the other, in one job. */
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
     */
    public static void main(String[] args) throws ReflectiveOperationException {
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
        }
    }
}
