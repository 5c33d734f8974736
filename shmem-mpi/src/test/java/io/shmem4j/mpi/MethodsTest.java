// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Status;
import mpi.Struct;
import org.junit.jupiter.api.Test;

/** The guide has a table of all methods, and names those that are missing. */
class MethodsTest {
    private static final Path GUIDE = Path.of("../docs/how-to/run-a-java-mpi-program.md");
    private static final Pattern NAME = Pattern.compile("`([a-zA-Z_]+)`");
    /** A class for each row; a row leaves out what a class has from that of an earlier row. */
    private static final List<Class<?>> ROWS = List.of(MPI.class, Comm.class, Intracomm.class, CartComm.class,
        GraphComm.class, Intercomm.class, Prequest.class, Status.class, Group.class, Datatype.class, Struct.class,
        Op.class);
    /** Methods that say that they are absent. */
    private static final Set<String> REFUSED = Set.of("spawn", "accept", "connect", "openPort");

    private static Set<String> names(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> !method.isSynthetic()
            && method.getDeclaringClass() != Object.class && !method.getName().matches("equals|hashCode|toString"))
            .map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String cell(Set<String> names, boolean upper) {
        return names.stream().filter(name -> Character.isUpperCase(name.charAt(0)) == upper
            && !REFUSED.contains(name)).map(name -> "`" + name + "`").collect(Collectors.joining(" "));
    }

    private static String table() {
        List<String> lines = new ArrayList<>(List.of("| class | mpiJava, MPJ | Open MPI |", "|---|---|---|"));
        List<Class<?>> before = new ArrayList<>();
        for (Class<?> type : ROWS) {
            Set<String> names = names(type);
            before.stream().filter(each -> each.isAssignableFrom(type)).forEach(each -> names.removeAll(names(each)));
            lines.add("| `" + type.getSimpleName() + "` | " + cell(names, true) + " | " + cell(names, false) + " |");
            before.add(type);
        }
        return String.join("\n", lines) + "\n";
    }

    @Test
    void areInTheGuide() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("| class |");
        assertEquals(table(), guide.substring(Math.max(0, from), guide.indexOf("\n\n", Math.max(0, from)) + 1));
    }

    @Test
    void thatTheGuideCallsMissingAreMissing() throws IOException {
        String guide = Files.readString(GUIDE);
        String missing = guide.substring(guide.lastIndexOf("Missing are"));
        Set<String> there = ROWS.stream().flatMap(type -> names(type).stream()).filter(name -> !REFUSED.contains(name))
            .collect(Collectors.toSet());
        for (MatchResult name : NAME.matcher(missing).results().toList()) {
            assertFalse(there.contains(name.group(1)), name.group(1));
        }
    }

    /** Compilers copy constants of the language, and MPJ's values may differ from those here. */
    @Test
    void onlyConstantsOfMpjAreThoseOfTheLanguage() throws IOException {
        byte[] bytes;
        try (InputStream file = MPI.class.getResourceAsStream("MPI.class")) {
            bytes = file.readAllBytes();
        }
        assertEquals(Set.of("IDENT", "CONGRUENT", "SIMILAR", "UNEQUAL"), ClassFile.of().parse(bytes).fields().stream()
            .filter(field -> field.flags().has(AccessFlag.PUBLIC) && field.findAttribute(Attributes.constantValue())
            .isPresent()).map(field -> field.fieldName().stringValue()).collect(Collectors.toSet()));
    }
}
