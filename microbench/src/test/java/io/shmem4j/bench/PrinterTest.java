// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The output formats. */
class PrinterTest {
    private static Sheet sheet() {
        Sheet sheet = new Sheet("t", "a title", Column.of("operation"), new Column("time", "ns", 1));
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
            """, Printer.of(Format.TABLE).print(sheet(), Map.of("cpu", "x")));
    }

    @Test
    void csv() {
        assertEquals("""
            # a title
            test,operation,time (ns)
            t,"put, then ""get""\",1.260
            t,g,
            # a note
            """, Printer.of(Format.CSV).print(sheet(), Map.of()));
    }

    private static String suite(Format format, String unit, double value) {
        Sheet sheet = new Sheet("t", "a title", Column.of("size"), new Column("put", unit, 1));
        sheet.row(1024L, new Measured(value, 500));
        String printed = Printer.of(format).print(sheet, Map.of());
        return printed.lines().skip(2).map(line -> line.strip().replaceAll(" {2,}", "|")).toList().toString();
    }

    /** 1024 bytes in 0.5 us are 2048 MB/s, or 1953.125 MiB/s. */
    @Test
    void columnsOfTheSuites() {
        assertEquals("[# Size|Latency (us), 1024|0.5000]", suite(Format.OSU, "us", 0.5));
        assertEquals("[# Size|Messages/s, 1024|2000000.0000]", suite(Format.OSU, "MB/s", 2048));
        assertEquals("[Message Size|Latency in us, 1024|0.5000]", suite(Format.SOS, "us", 0.5));
        assertEquals("[Message Size|Bandwidth in mbytes/sec|Message Rate in msgs/sec, 1024|2048.00|2000000.00]",
            suite(Format.SOS, "MB/s", 2048));
        assertEquals("[blksize|nrep|bandwidth, 256|500|1953.125 MB/s]", suite(Format.UH, "MB/s", 2048));
        assertEquals("[#bytes|#repetitions|t[usec]|Mbytes/sec, 1024|500|0.5000|2048.00]",
            suite(Format.IMB, "us", 0.5));
        assertEquals("[Message Size|Avg Time (us)|Avg MB/s, 1024|0.5000|1953.13]",
            suite(Format.SHMEMBENCH, "MB/s", 2048));
    }

    @Test
    void json() {
        assertEquals("{\"test\":\"t\",\"title\":\"a title\",\"machine\":{\"cpu\":\"x\"},"
            + "\"columns\":[\"operation\",\"time (ns)\"],\"rows\":[[\"put, then \\\"get\\\"\",1.26],[\"g\",null]],"
            + "\"notes\":[\"a note\"]}\n", Printer.of(Format.JSON).print(sheet(), Map.of("cpu", "x")));
    }
}
