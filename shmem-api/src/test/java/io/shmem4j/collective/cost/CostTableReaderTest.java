// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTable.Malformed;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of costs, and messages about one that can't be used. */
class CostTableReaderTest {
    static final String SMALL = """
        shmem4j-costs 2
        # a comment
        cores 2
        machine of a test
        section shm own   # and one behind a word
        line own 1 remote 50 memory 90 reader 10 next 5
        signal 100
        time barrier counter 2 0=80
        time reduce-direct flat 2 4=100 4096=4000
        time reduce-direct blocks 2 4=400 4096=1000
        time reduce-putget flat 2 4=100
        time broadcast flat 2 4=100
        time collect direct 2 4=100
        time alltoall direct 2 4=100
        time scan flat 2 4=100
        end
        """;

    @Test
    void everyWordIsRead() {
        CostTable table = CostTableReader.read("f", SMALL);
        assertEquals(2, table.cores());
        assertEquals("of a test", table.machine());
        CostSection section = table.sections().getFirst();
        assertEquals(new LineCosts(1, 50, 90, 10, 5), section.line());
        assertEquals(100, section.signal());
        assertEquals(8, section.rows().size());
        CostRow row = section.rows().get(1);
        assertEquals("[4, 4096] [100, 4000]", Arrays.toString(row.bytes()) + " " + Arrays.toString(row.nanos()));
    }

    @Test
    void aRowMayHaveManyLengths() {
        String times = IntStream.rangeClosed(1, 100).mapToObj(i -> 4 * i + "=" + (100 + i))
            .collect(Collectors.joining(" "));
        CostRow row = CostTableReader.read("f", SMALL.replace("4=100 4096=4000", times)).sections().getFirst().rows()
            .get(1);
        assertEquals(times, IntStream.range(0, row.bytes().length).mapToObj(i -> row.bytes()[i] + "="
            + row.nanos()[i]).collect(Collectors.joining(" ")));
    }

    /** Rows of other operations are skipped, however they are spaced and whatever they say. */
    @Test
    void oneOperationIsReadAlone() {
        String text = SMALL.replace("time scan flat 2 4=100", "time scan anything\ntime  scan anything");
        CostSection section = CostTableReader.read("f", text, Operation.BROADCAST).sections().getFirst();
        assertEquals(List.of(Operation.BROADCAST), section.rows().stream().map(CostRow::operation).toList());
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        String text = CostTableWriter.write(CostTables.builtIn());
        assertEquals(text, CostTableWriter.write(CostTableReader.read("f", text)));
    }

    @Test
    void everyWordIsWritten() {
        assertEquals("""
            shmem4j-costs 2
            # Nanoseconds; 'oshrun --tune' writes such a file, docs/collectives.md describes it.
            cores 2
            machine of a test

            section shm own
            line own 1.0 remote 50.0 memory 90.0 reader 10.0 next 5.0
            signal 100.0
            time barrier counter 2 0=80
            time reduce-direct flat 2 4=100 4096=4000
            """, CostTableWriter.write(CostTableReader.read("f", SMALL)).lines().limit(10)
            .map(line -> line + "\n").collect(Collectors.joining()));
    }

    @Test
    void theBuiltInTableKnowsBothLoads() {
        for (Load load : Load.values()) {
            assertEquals(load, CostTables.builtIn().section("shm", load).load());
            for (Operation operation : Operation.values()) {
                for (int pes : new int[] {2, 3, 64, 1024}) {
                    assertNotNull(operation.algorithms()[CostTables.builtIn().section("shm", load)
                        .choice(operation, pes).at(1000)]);
                }
            }
        }
    }

    @Test
    void aSectionOfTheBuiltInTableIsReadWithoutTheOthers() {
        CostTable whole = CostTables.builtIn();
        for (CostSection section : whole.sections()) {
            CostTable part = new CostTable(whole.source(), whole.cores(), whole.machine(), List.of(section));
            assertEquals(CostTableWriter.write(part),
                CostTableWriter.write(CostTables.builtIn(section.backend(), section.load())));
        }
        assertEquals(CostTableWriter.write(whole), CostTableWriter.write(CostTables.builtIn("other", Load.OWN)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "shmem4j-costs 2      | shmem4j-costs 1     | f:1: version: 1 is not 2, the one this library reads",
        "shmem4j-costs 2      | shmem4j-costs 2 3   | f:1: end of the line: '3' is too much",
        "shmem4j-costs 2      | {}                  | f:1: first word: must be shmem4j-costs",
        "cores 2              | cores none          | f:3: cores: 'none' is not a whole number",
        "cores 2              | cores 0             | f:3: cores: must be a whole number from 1, not 0",
        "cores 2              | #                   | f:16: cores: is missing",
        "cores 2              | cores 2 3           | f:3: end of the line: '3' is too much",
        "cores 2              | corse 2             | f:3: first word: 'corse' is not one of cores, machine, section",
        "section shm own      | section shm idle    | f:5: load: must be own or shared, not idle",
        "section shm own      | section shm         | f:5: load: is missing",
        "line own 1           | line own -1         | f:6: own: '-1' is not a number of nanoseconds",
        "remote 50            | remote 0            | f:6: remote: must be more than 0",
        "remote 50            | memory 50           | f:6: remote: is missing; there is 'memory' in its place",
        "next 5               | next                | f:6: next: is missing",
        "signal 100           | signal NaN          | f:7: signal: 'NaN' is not a number of nanoseconds",
        "time barrier         | time barriers       | f:8: operation: there is no 'barriers'",
        "barrier counter      | barrier auto        | f:8: algorithm: barrier has no 'auto'",
        "counter 2            | counter 1           | f:8: PEs: must be a whole number from 2, not 1",
        "0=80                 | 0:80                | f:8: time: '0:80' is not bytes=nanoseconds",
        "0=80                 | 0=0                 | f:8: time: '0=0' takes no time",
        "0=80                 | 0=                  | f:8: time: '0=' is not a whole number",
        "0=80                 | 0=99999999999999999 | f:8: time: '0=99999999999999999' has more than 15 digits",
        "broadcast flat 2 4   | broadcast flat 2 0  | f:12: time: a length of 0 bytes is only for barriers",
        "4096=4000            | 4=4000              | f:9: time: lengths must grow, which 4 does not",
        "time scan flat 2     | #                   | f:16: time scan: is missing in section shm own",
        "section shm own      | #                   | f:8: section: is missing before the first time",
        "line own             | # own               | f:16: line: is missing in section shm own",
    })
    void anErrorNamesFileLineAndField(String right, String wrong, String message) {
        String text = SMALL.replace(right, wrong);
        String said = assertThrows(Malformed.class, () -> CostTableReader.read("f", text)).getMessage();
        assertEquals(message, said.substring(0, Math.min(message.length(), said.length())));
    }

    @Test
    void halfAFileIsRefused() {
        String half = SMALL.substring(0, SMALL.indexOf("end\n"));
        assertEquals("f:15: end: is missing: the file is not complete",
            assertThrows(Malformed.class, () -> CostTableReader.read("f", half)).getMessage());
        assertThrows(Malformed.class, () -> CostTableReader.read("f", ""));
        assertThrows(Malformed.class, () -> CostTableReader.read("f", SMALL + "cores 3\n"));
    }
}
