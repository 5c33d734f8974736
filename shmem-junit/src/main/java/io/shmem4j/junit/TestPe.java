// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import io.shmem4j.Shmem;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/** Main class of a PE in its own process: runs one test method on its own instance of the test class. */
final class TestPe {
    private TestPe() {
    }

    /**
     * Runs the method.
     *
     * @param args the class, the method, its number of parameters, and the folder for failures
     * @throws Throwable the method's failure, which is also written to that folder
     */
    public static void main(String[] args) throws Throwable {
        Class<?> test = Class.forName(args[0]);
        Object[] arguments = new Object[Integer.parseInt(args[2])];
        Class<?>[] types = Collections.nCopies(arguments.length, Shmem.class).toArray(Class<?>[]::new);
        Method method = ReflectionSupport.findMethod(test, args[1], types).orElseThrow();
        try (Shmem shmem = Shmem.init()) {
            Arrays.fill(arguments, shmem);
            Throwable thrown = run(test, method, arguments);
            if (thrown != null) {
                new PeFailure(thrown.toString(), thrown instanceof TestAbortedException, thrown.getStackTrace())
                    .write(Path.of(args[3], Integer.toString(shmem.myPe())));
                throw thrown;
            }
        }
    }

    /** {@return the first failure of the method or its lifecycle methods, with later ones suppressed; or null} */
    private static Throwable run(Class<?> test, Method method, Object[] arguments) {
        List<Object> instances = new ArrayList<>();
        Throwable thrown = thrown(null, () -> {
            addInstances(test, instances);
            instances.forEach(each -> callAll(each, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN));
            ReflectionSupport.invokeMethod(method, instances.getLast(), arguments);
        });
        for (Object each : instances.reversed()) {
            thrown = thrown(thrown, () -> callAll(each, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP));
        }
        return thrown;
    }

    private static Throwable thrown(Throwable before, Runnable action) {
        try {
            action.run();
            return before;
        } catch (Throwable now) {
            if (before == null) {
                return now;
            }
            before.addSuppressed(now);
            return before;
        }
    }

    /** Adds an instance of a class, preceded by instances of its enclosing classes. */
    private static void addInstances(Class<?> test, List<Object> instances) {
        if (test.isMemberClass() && !Modifier.isStatic(test.getModifiers())) {
            addInstances(test.getEnclosingClass(), instances);
            instances.add(ReflectionSupport.newInstance(test, instances.getLast()));
        } else {
            instances.add(ReflectionSupport.newInstance(test));
        }
    }

    private static void callAll(Object instance, Class<? extends Annotation> marked, HierarchyTraversalMode order) {
        for (Method each : AnnotationSupport.findAnnotatedMethods(instance.getClass(), marked, order)) {
            if (each.getParameterCount() > 0) {
                throw new IllegalStateException(each + " has parameters, which don't reach PEs in processes");
            }
            ReflectionSupport.invokeMethod(each, instance);
        }
    }
}
