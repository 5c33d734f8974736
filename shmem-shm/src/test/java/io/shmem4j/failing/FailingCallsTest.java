// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Allocation;
import io.shmem4j.AtomicOperations;
import io.shmem4j.Context;
import io.shmem4j.MemoryCopies;
import io.shmem4j.RemoteAccess;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SignalOperations;
import io.shmem4j.StridedAccess;
import io.shmem4j.Symmetric;
import io.shmem4j.Team;
import io.shmem4j.TeamExchanges;
import io.shmem4j.TeamReductions;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingReductions;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fails calls inside the library's operations. */
class FailingCallsTest {
    private static final int FEW = 4;
    private static final List<String> TABLES = Stream.of(StoreOperations.class, LockOperations.class,
        CollectiveOperations.class).map(Class::getName).toList();
    /** Methods of any class that change nothing that others see, and forms of a method that has a row. */
    private static final String WITHOUT_ROWS = "get.*|g|iget|atomicFetch.*|.*[Ii]nc(Nbi)?"
        + "|(fetch)?(And|and|Or|or)(Nbi)?|named|newCondition|ownerDied|toString|word|equals|hashCode|myPe|nPes|team"
        + "|.*\\$.*|";
    private static final String OTHER_OPERATORS = "(and|complexProd|complexSum|max|min|or|prod|umax|umin|xor)Reduce";
    /** Freeing and closing are those of the object inside. */
    private static final String OF_THE_ARRAY = "free|close";

    static Stream<Arguments> operations() {
        return Stream.of(Arguments.of(RemoteAccess.class, ""), Arguments.of(StridedAccess.class, ""),
            Arguments.of(AtomicOperations.class, ""), Arguments.of(SignalOperations.class, ""),
            Arguments.of(MemoryCopies.class, ""), Arguments.of(ShmemLock.class, OF_THE_ARRAY),
            Arguments.of(Symmetric.class, "byteSize|elementBytes|heapOffset|length|local|name"),
            // They wait, or change a word of the PE's own by one atomic.
            Arguments.of(Signal.class, OF_THE_ARRAY + "|external|fetch|waitUntil|watch|acquire|tryAcquire"),
            // One form for each element type. Views only read and write.
            Arguments.of(Allocation.class, "allocate(Bytes|Doubles|Floats|Ints|Shorts)|view"),
            Arguments.of(Team.class, "config|isMember|options|ptr|translate|using"),
            Arguments.of(TeamExchanges.class, ""), Arguments.of(TeamReductions.class, OTHER_OPERATORS),
            Arguments.of(NonBlocking.class, OF_THE_ARRAY), Arguments.of(NonBlockingTeam.class, OF_THE_ARRAY),
            Arguments.of(NonBlockingReductions.class, OTHER_OPERATORS),
            // A session is a hint. The other forms of quiet have rows.
            Arguments.of(Context.class, "fence|peQuiet|session"),
            Arguments.of(Shmem.class, "addrAccessible|current|heapStats|incarnation|initialized|isAlive"
                + "|isFirstIncarnation|onDeath|pause|pcontrol|peAccessible|ptr|shared|threadLevel|time|within|world"
                // FailingLivesIT has these, which a PE calls once.
                + "|init|join|run|recover|survivors|finish|close|closeAtExit|globalExit|createContext"));
    }

    /** A new operation needs a row. */
    @ParameterizedTest
    @MethodSource("operations")
    void everyChangeHasARow(Class<?> operations, String withoutRows) {
        assertEquals(List.of(), FailingCalls.withoutRow(operations, WITHOUT_ROWS + withoutRows, TABLES));
    }

    private static Stream<Arguments> rows(Fault... faults) {
        return TABLES.stream().flatMap(table ->
            FailingCalls.names(table).stream().flatMap(name -> Stream.of(faults).map(fault -> Arguments.of(table, name,
                fault))));
    }

    static Stream<Arguments> oneFault() {
        return rows(Fault.STACK_OVERFLOW);
    }

    static Stream<Arguments> allFaults() {
        return rows(Fault.values());
    }

    @ParameterizedTest
    @MethodSource("oneFault")
    void someCalls(String table, String name, Fault fault) {
        assertEquals(List.of(), FailingCalls.failures(table, name, fault, isCollective(table) ? 2 : FEW));
    }

    /** Each cut collective needs another job. */
    private static boolean isCollective(String table) {
        return table.equals(CollectiveOperations.class.getName());
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("allFaults")
    void moreCalls(String table, String name, Fault fault) {
        assertEquals(List.of(), FailingCalls.failures(table, name, fault, isCollective(table) ? 2 : Integer.MAX_VALUE));
    }
}
