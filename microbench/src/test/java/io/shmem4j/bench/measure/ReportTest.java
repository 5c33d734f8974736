// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The output formats. */
class ReportTest {
    private static Sheet sheet() {
        Sheet sheet = new Sheet("t", "a title", Sheet.Column.of("operation"), new Sheet.Column("time", "ns", 1));
        sheet.row("put, then \"get\"", 1.26);
        sheet.row("g", null);
        sheet.note("a note");
        return sheet;
    }

    @Test
    void table() {
        assertEquals("""
            # cpu: x

            # a title
            operation        time (ns)
            put, then "get"        1.3
            g
            # a note
            """, Report.Format.TABLE.text(sheet(), Map.of("cpu", "x")));
    }

    @Test
    void csv() {
        assertEquals("""
            # a title
            test,operation,time (ns)
            t,"put, then ""get""\",1.260
            t,g,
            # a note
            """, Report.Format.CSV.text(sheet(), Map.of()));
    }

    @Test
    void json() {
        assertEquals("{\"test\":\"t\",\"title\":\"a title\",\"machine\":{\"cpu\":\"x\"},"
            + "\"columns\":[\"operation\",\"time (ns)\"],\"rows\":[[\"put, then \\\"get\\\"\",1.26],[\"g\",null]],"
            + "\"notes\":[\"a note\"]}\n", Report.Format.JSON.text(sheet(), Map.of("cpu", "x")));
    }
}
