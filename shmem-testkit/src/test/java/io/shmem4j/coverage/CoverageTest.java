// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.conformance.Case;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds every row of the table to the API and to the conformance cases. */
final class CoverageTest {
    private static final List<String> PACKAGES = List.of("io.shmem4j.", "io.shmem4j.legacy.", "java.lang.foreign.",
        "java.lang.");
    private static final Map<String, Class<?>> PRIMITIVES = Map.of("byte", byte.class, "short", short.class, "int",
        int.class, "long", long.class, "float", float.class, "double", double.class);
    /** The specification has this many when its families are expanded; a lost line of the table would lower it. */
    private static final int ROUTINES = 1812;

    private final List<Row> rows = RoutineTable.rows();
    private final CallGraph graph = new CallGraph();

    @Test
    void noRoutineIsNamedTwice() {
        Set<String> names = new HashSet<>();
        for (Row row : rows) {
            assertTrue(names.add(row.name()), row.name());
        }
        assertEquals(ROUTINES, rows.size());
    }

    @Test
    void everyRoutineHasAJavaFormAndATestThatCallsIt() {
        List<String> wrong = new ArrayList<>();
        for (Row row : rows) {
            String problem = row.hasJavaForm() ? problem(row) : row.name().contains("longdouble") ? null
                : "has no Java form";
            if (problem != null) {
                wrong.add(row.name() + " " + problem);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void everyConvenienceHasATestThatCallsIt() {
        assertEquals(List.of(), RoutineTable.conveniences().stream().filter(row -> problem(row) != null)
            .map(row -> row.name() + " " + problem(row)).toList());
    }

    @Test
    void everyConstantHasAJavaForm() {
        List<Row> constants = RoutineTable.constants().stream().flatMap(constant -> constant.rows().stream()).toList();
        assertEquals(List.of(), constants.stream().filter(row -> problem(row) != null)
            .map(row -> row.name() + " " + problem(row)).toList());
    }

    private String problem(Row row) {
        String member;
        try {
            member = member(row);
        } catch (ReflectiveOperationException e) {
            return "has a Java form that does not exist: " + row.java() + " (" + e.getMessage() + ")";
        }
        if (row.test() == null) {
            return null;
        }
        String[] test = row.test().split("\\.");
        Class<?> group;
        try {
            group = Class.forName("io.shmem4j.conformance." + test[0]);
        } catch (ClassNotFoundException e) {
            return "names a group that does not exist: " + test[0];
        }
        boolean found = Arrays.stream(group.getDeclaredMethods())
            .anyMatch(m -> m.getName().equals(test[1]) && m.isAnnotationPresent(Case.class));
        if (!found) {
            return "names a case that does not exist: " + row.test();
        }
        // The compiler copies constants into the code that uses them, so class files do not tell.
        return row.isConstant() || graph.uses(group, test[1]).contains(member) ? null
            : "is not called by its case, " + row.test() + ": " + row.java();
    }

    /** {@return the member as class files name it} */
    private static String member(Row row) throws ReflectiveOperationException {
        Class<?> type = type(row.type().replace(".now()", ""));
        if (row.isConstant()) {
            return type.getField(row.member()).getName();
        }
        Class<?>[] parameters = new Class<?>[row.parameters().size()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = type(row.parameters().get(i));
        }
        Method method = type.getMethod(row.member(), parameters);
        MethodTypeDesc descriptor = MethodType.methodType(method.getReturnType(), parameters).describeConstable()
            .orElseThrow();
        return row.member() + descriptor.descriptorString();
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        if (name.endsWith("[]")) {
            return type(name.substring(0, name.length() - 2)).arrayType();
        }
        if (PRIMITIVES.containsKey(name)) {
            return PRIMITIVES.get(name);
        }
        for (String prefix : PACKAGES) {
            try {
                return Class.forName(prefix + name);
            } catch (ClassNotFoundException e) {
                continue;
            }
        }
        throw new ClassNotFoundException(name);
    }
}
