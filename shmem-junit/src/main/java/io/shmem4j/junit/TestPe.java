// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import io.shmem4j.Shmem;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/** The program of a PE that is a process: one test method, on an instance of the test class of its own. */
final class TestPe {
    private TestPe() {
    }

    /**
     * Runs the method.
     *
     * @param args the class, the method, and the folder in which failures are left
     * @throws Exception of the method, after the failure is written there
     */
    public static void main(String[] args) throws Exception {
        Class<?> test = Class.forName(args[0]);
        Method method = Stream.of(test.getDeclaredMethods()).filter(each -> each.getName().equals(args[1]))
            .filter(each -> each.isAnnotationPresent(ShmemTest.class)).findFirst().orElseThrow();
        try (Shmem shmem = Shmem.init()) {
            try {
                run(test, method, shmem);
            } catch (Exception | Error e) {
                new PeFailure(e.toString(), e instanceof TestAbortedException, e.getStackTrace())
                    .write(Path.of(args[2], Integer.toString(shmem.myPe())));
                throw e;
            }
        }
    }

    private static void run(Class<?> test, Method method, Shmem shmem) throws Exception {
        Constructor<?> constructor = test.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        method.setAccessible(true);
        callAll(test, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN, instance);
        TestThreads.call(method, instance, method.getParameterCount() == 0 ? new Object[0] : new Object[] {shmem});
        callAll(test, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP, instance);
    }

    private static void callAll(Class<?> test, Class<? extends Annotation> marked, HierarchyTraversalMode order,
        Object instance) throws Exception {
        List<Method> methods = ReflectionSupport.findMethods(test, each -> each.isAnnotationPresent(marked), order);
        for (Method each : methods) {
            each.setAccessible(true);
            TestThreads.call(each, instance);
        }
    }
}
