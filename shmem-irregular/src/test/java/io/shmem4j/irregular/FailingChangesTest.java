// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.failing.FailingCalls;
import io.shmem4j.failing.Fault;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.batch.BatchedAccess;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fails calls inside changes of containers, sends of messages and channels. */
class FailingChangesTest {
    private static final int FEW = 3;
    private static final int MORE = 12;
    private static final String TOGETHER = TogetherOperations.class.getName();
    private static final List<String> TABLES = List.of(ChangeOperations.class.getName(), WordOperations.class.getName(),
        ResumedOperations.class.getName(), ChannelOperations.class.getName(), TOGETHER);
    /** Methods of any class that change nothing that others see, and forms of a method that has a row. */
    private static final String WITHOUT_ROWS = "get.*|gather|atomicFetch|.*[Ii]nc|(fetch)?(And|and|Or|or)|forEach.*"
        + "|stream|size|length|last|toString|distribution|own|indexOfOwn|.*Count|lambda.*"
        // It frees what is made inside.
        + "|free|close|";

    static Stream<Arguments> operations() {
        return Stream.of(Arguments.of(GlobalQueue.class, ""),
            // A set of entries removes by the map.
            Arguments.of(GlobalMap.class, "containsKey|entrySet"),
            // A task's results and what a PE has stolen are its own until the run.
            Arguments.of(WorkPool.class, "result|stolen"), Arguments.of(GlobalLongs.class, ""),
            // They order accesses, or make others' progress.
            Arguments.of(Batch.class, "fence|poll"), Arguments.of(BatchedAccess.class, ""),
            Arguments.of(Channel.class, "longest|landing"), Arguments.of(Feed.class, "longest|reader|holdingReader"),
            Arguments.of(Feed.Reader.class, "lost|skip"),
            // Handlers are a PE's own.
            Arguments.of(Messages.class, "handler|answerer|open"));
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
        fail(table, name, fault, FEW);
    }

    private static void fail(String table, String name, Fault fault, int most) {
        // A collective that is cut off needs another job.
        assertEquals(List.of(), FailingCalls.failures(table, name, fault, table.equals(TOGETHER) ? 2 : most));
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("allFaults")
    void moreFaults(String table, String name, Fault fault) {
        fail(table, name, fault, MORE);
    }
}
