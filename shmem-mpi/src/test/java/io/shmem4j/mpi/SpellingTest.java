// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.GraphComm;
import mpi.Graphcomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.ShiftParms;
import mpi.Status;
import mpi.UserFunction;
import mpi.User_function;
import org.junit.jupiter.api.Test;

/** What programs that were compiled for one of the spellings need to link. */
class SpellingTest {
    @Test
    void numbersAreNotCopiedIntoPrograms() throws IOException {
        Set<String> constants;
        try (InputStream in = MPI.class.getResourceAsStream("MPI.class")) {
            constants = ClassFile.of().parse(in.readAllBytes()).fields().stream()
                .filter(field -> field.findAttribute(Attributes.constantValue()).isPresent()
                    && field.flags().has(java.lang.reflect.AccessFlag.PUBLIC))
                .map(field -> field.fieldName().stringValue()).collect(Collectors.toCollection(TreeSet::new));
        }
        assertEquals(Set.of("CONGRUENT", "IDENT", "SIMILAR", "UNEQUAL"), constants);
        assertEquals(List.of(0, 1, 2, 3), List.of(MPI.IDENT, MPI.SIMILAR, MPI.UNEQUAL, MPI.CONGRUENT));
        assertEquals(5, Set.of(MPI.ANY_SOURCE, MPI.UNDEFINED, MPI.PROC_NULL, MPI.ROOT, 0).size());
    }

    private static String fields(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).filter(field -> Modifier.isPublic(field.getModifiers())
            && !Modifier.isStatic(field.getModifiers())).map(field -> field.getType().getSimpleName() + " "
            + field.getName()).sorted().collect(Collectors.joining(", "));
    }

    @Test
    void publicFieldsAreThere() {
        assertEquals("int count, int index, int numEls, int source, int tag", fields(Status.class));
        assertEquals("boolean[] periods, int[] coords, int[] dims", fields(CartParms.class));
        assertEquals("int rank_dest, int rank_source", fields(ShiftParms.class));
        assertEquals("Group group", fields(Comm.class));
        assertEquals("int opCode", fields(Op.class));
        assertEquals(3, MPI.SUM.opCode);
    }

    @Test
    void namesThatDifferInCaseOnlyAreClasses() {
        assertTrue(Cartcomm.class.isAssignableFrom(CartComm.class));
        assertTrue(Graphcomm.class.isAssignableFrom(GraphComm.class));
        assertNotNull(User_function.class);
        assertNotNull(UserFunction.class);
    }

    @Test
    void exceptionsAreUnchecked() {
        assertTrue(RuntimeException.class.isAssignableFrom(MPIException.class));
    }

    /** Compiled programs name a field by its type too. */
    @Test
    void selfHasTheTypesOfBothSpellings() throws ReflectiveOperationException {
        assertEquals(Intracomm.class, MPI.class.getField("COMM_SELF").getType());
        assertEquals(Comm.class, MPI.class.getSuperclass().getField("COMM_SELF").getType());
        assertSame(MPI.COMM_SELF, MPI.class.getField("COMM_SELF").get(null));
    }
}
