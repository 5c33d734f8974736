// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.AtomicOperations;
import io.shmem4j.MemoryCopies;
import io.shmem4j.RemoteAccess;
import io.shmem4j.ShmemLock;
import io.shmem4j.SignalOperations;
import io.shmem4j.StridedAccess;
import io.shmem4j.testing.Thorough;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fails calls inside the library's operations. */
class FailingCallsTest {
    private static final int FEW = 12;
    private static final List<String> TABLES = List.of(StoreOperations.class.getName(),
        LockOperations.class.getName());
    /** Methods that change nothing that others see, and forms of a method that has a row. */
    private static final Pattern WITHOUT_ROWS = Pattern.compile("get.*|g|iget|atomicFetch.*|.*[Ii]nc(Nbi)?"
        + "|(fetch)?(And|and|Or|or)(Nbi)?|close|free|named|newCondition|ownerDied|toString|word|equals|hashCode"
        + "|.*\\$.*");

    /** A new operation needs a row. */
    @ParameterizedTest
    @ValueSource(classes = {RemoteAccess.class, StridedAccess.class, AtomicOperations.class, SignalOperations.class,
        MemoryCopies.class, ShmemLock.class})
    void everyChangeHasARow(Class<?> operations) {
        List<String> methods = TABLES.stream().flatMap(table -> FailingCalls.methods(table).stream()).toList();
        assertEquals(List.of(), Stream.of(operations.getDeclaredMethods()).filter(each ->
            Modifier.isPublic(each.getModifiers())).map(Method::getName).distinct().filter(name ->
            !WITHOUT_ROWS.matcher(name).matches()).map(name -> operations.getSimpleName() + "." + name).filter(name ->
            !methods.contains(name)).sorted().toList());
    }

    private static Stream<Arguments> rows(Fault... faults) {
        return TABLES.stream().flatMap(table ->
            FailingCalls.names(table).stream().flatMap(name -> Stream.of(faults).map(fault -> Arguments.of(table, name,
                fault))));
    }

    static Stream<Arguments> someFaults() {
        return rows(Fault.STACK_OVERFLOW, Fault.END_OF_STACK);
    }

    static Stream<Arguments> allFaults() {
        return rows(Fault.values());
    }

    @ParameterizedTest
    @MethodSource("someFaults")
    void someCalls(String table, String name, Fault fault) {
        assertEquals(List.of(), FailingCalls.failures(table, name, fault, FEW));
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("allFaults")
    void allCalls(String table, String name, Fault fault) {
        assertEquals(List.of(), FailingCalls.failures(table, name, fault, Integer.MAX_VALUE));
    }
}
