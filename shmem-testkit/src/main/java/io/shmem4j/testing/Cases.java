// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * SPMD cases: the static methods of some classes that return nothing and have no parameter or a {@link Shmem}. A job
 * runs them, and PE 0 prints the name of each when all PEs have done it. A check that fails ends the job.
 */
public final class Cases {
    private final List<String> program;
    private final Map<String, String> arguments = new TreeMap<>();

    /**
     * The cases of some classes.
     *
     * @param program a main class that calls those that its arguments name, such as this one
     */
    public Cases(Class<?> program, Class<?>... groups) {
        this.program = List.of("-cp", Oshrun.classPath(program, Cases.class, groups[0]), program.getName());
        for (Class<?> group : groups) {
            for (Method method : group.getDeclaredMethods()) {
                if (isCase(method)) {
                    arguments.put(method.getName(), group.getName() + "." + method.getName());
                }
            }
        }
    }

    private static boolean isCase(Method method) {
        List<Class<?>> parameters = List.of(method.getParameterTypes());
        return Modifier.isStatic(method.getModifiers()) && !method.isSynthetic() && method.getReturnType() == void.class
            && (parameters.isEmpty() || parameters.equals(List.of(Shmem.class)));
    }

    /** Runs cases, each in a session of its own. */
    public static void main(String... arguments) {
        for (String each : arguments) {
            try (Shmem shmem = Shmem.init()) {
                call(each, shmem);
                shmem.barrierAll();
                if (shmem.myPe() == 0) {
                    System.out.println("passed " + each);
                }
                shmem.finish();
            }
        }
    }

    /** Calls the case that an argument of the program names. */
    public static void call(String argument, Object... parameters) {
        int dot = argument.lastIndexOf('.');
        try {
            for (Method method : Class.forName(argument.substring(0, dot)).getDeclaredMethods()) {
                if (isCase(method) && method.getName().equals(argument.substring(dot + 1))) {
                    method.setAccessible(true);
                    method.invoke(null, parameters);
                }
            }
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case Throwable cause -> throw new AssertionError(cause);
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** {@return the names of all cases} */
    public List<String> names() {
        return List.copyOf(arguments.keySet());
    }

    /** {@return the arguments with which the program runs all cases} */
    public String[] arguments() {
        return arguments.values().toArray(String[]::new);
    }

    /** Requires that a job passes all cases. */
    public void pass(int np, String options) {
        pass(np, names(), options);
    }

    public void pass(int np, List<String> names, String options) {
        if (options.contains("--split")) {
            SeveralMachines.assume();
        }
        List<String> wanted = names.stream().map(arguments::get).toList();
        List<String> line = new ArrayList<>(program);
        line.addAll(wanted);
        Oshrun.Result result = Oshrun.run(Oshrun.words(np, line, ("--timeout 120 " + options).split(" "))).expect(0);
        assertEquals(wanted.stream().map("passed "::concat).toList(), result.outLines(), result::err);
        assertEquals("", result.errors());
    }

    /** Checks a result in a case. */
    public static void equal(Object expected, Object found, String what) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError("PE " + Shmem.current().myPe() + ": " + what + " is " + found + ", not "
                + expected);
        }
    }

    /** Checks that a call is refused, with words in the message. */
    public static void refused(Class<? extends RuntimeException> kind, String words, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            if (kind.isInstance(e) && e.getMessage().contains(words)) {
                return;
            }
            throw e;
        }
        throw new AssertionError("PE " + Shmem.current().myPe() + ": no exception with: " + words);
    }
}
