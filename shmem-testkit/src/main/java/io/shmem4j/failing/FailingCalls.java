// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Sweeps the rows of a table of operations; {@link Sweep} says how to write one. */
public final class FailingCalls {
    private static final class Loader {
        static final FailingLoader ONE = new FailingLoader();
    }

    private FailingCalls() {
    }

    /** {@return the names of a table's rows} */
    public static List<String> names(String table) {
        return call("rowNames", table);
    }

    /** {@return the public methods that a table's rows stand for} */
    public static List<String> methods(String table) {
        return call("rowMethods", table);
    }

    /**
     * {@return the public methods of a class that have no row}
     *
     * @param operations the class
     * @param without    a pattern of names of methods that need none
     * @param tables     the tables of rows
     */
    public static List<String> withoutRow(Class<?> operations, String without, List<String> tables) {
        List<String> methods = tables.stream().flatMap(table -> methods(table).stream()).toList();
        return Stream.of(operations.getDeclaredMethods()).filter(each -> Modifier.isPublic(each.getModifiers()))
            .map(Method::getName).distinct().filter(name -> !name.matches(without))
            .map(name -> operations.getSimpleName() + "." + name).filter(name -> !methods.contains(name)).sorted()
            .toList();
    }

    /**
     * {@return what is wrong after failed calls of a row, a line each}
     *
     * @param table a class with a public constructor that supplies the rows
     * @param name  the name of the row
     * @param fault what happens instead of the k-th call
     * @param most  how many values of k to try, evenly spaced
     */
    public static List<String> failures(String table, String name, Fault fault, int most) {
        return call("sweep", table, name, fault, most);
    }

    /** Calls a method of this class as the failing loader has loaded it. */
    private static List<String> call(String method, Object... arguments) {
        try {
            Class<?> here = Loader.ONE.loadClass(FailingCalls.class.getName());
            Class<?>[] types = Stream.of(arguments).map(each -> each instanceof Integer ? int.class : each.getClass())
                .toArray(Class<?>[]::new);
            return ((List<?>) here.getMethod(method, types).invoke(null, arguments)).stream().map(Object::toString)
                .toList();
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Sweeps a row; called in the failing loader. */
    public static List<String> sweep(String table, String name, Fault fault, int most)
        throws ReflectiveOperationException {
        return Sweep.run(rows(table).stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow(), fault,
            most, false);
    }

    /** Sweeps a row in a fault-tolerant job; called in the failing loader, in a JVM without other jobs. */
    public static List<String> sweepTolerant(String table, String name, Fault fault, int most)
        throws ReflectiveOperationException {
        return Sweep.run(rows(table).stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow(), fault,
            most, true);
    }

    /** {@return the names of a table's rows}; called in the failing loader. */
    public static List<String> rowNames(String table) throws ReflectiveOperationException {
        return rows(table).stream().map(Operation::name).toList();
    }

    /** {@return the methods of a table's rows}; called in the failing loader. */
    public static List<String> rowMethods(String table) throws ReflectiveOperationException {
        return rows(table).stream().flatMap(each -> each.methods().stream()).toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Operation> rows(String table) throws ReflectiveOperationException {
        return ((Supplier<List<Operation>>) Class.forName(table).getConstructor().newInstance()).get();
    }
}
