// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The output formats. */
class PrinterTest {
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
            """, Printer.of(Report.Format.TABLE).print(sheet(), Map.of("cpu", "x")));
    }

    @Test
    void csv() {
        assertEquals("""
            # a title
            test,operation,time (ns)
            t,"put, then ""get""\",1.260
            t,g,
            # a note
            """, Printer.of(Report.Format.CSV).print(sheet(), Map.of()));
    }

    /** 1000 repetitions on some PEs, half a microsecond on average. */
    private static Measured measured(Quantity quantity, double value, int pes) {
        Timing timing = new Timing(500, 500, null, 0, 1, true, 0, 1, 1000, pes == 1 ? new Timing.Spread(1, 500, 500,
            500)
            : new Timing.Spread(pes, 400, 600, 500));
        return new Measured(value, quantity, 1024, timing, 0.5);
    }

    private static Sheet bySize(String axis, long at, Measured measured) {
        Sheet sheet = new Sheet("t", "a title", Sheet.Column.of(axis), measured.quantity().column("put"));
        sheet.row(at, measured);
        return sheet;
    }

    /** The lines of a block, without its title, with bars between columns. */
    private static String suite(Report.Format format, Sheet sheet) {
        String printed = Printer.of(format).print(sheet, Map.of());
        return printed.lines().skip(2).map(line -> line.strip().replaceAll(" {2,}", "|")).toList().toString();
    }

    private static String suite(Report.Format format, Quantity quantity, double value) {
        return suite(format, bySize("size", 1024, measured(quantity, value, 1)));
    }

    /** 1024 bytes in 0.5 us are 2048 MB/s, or 1953.125 MiB/s. */
    @Test
    void columnsOfTheSuites() {
        assertEquals("[# Size|Latency (us), 1024|0.5000]", suite(Report.Format.OSU, Quantity.LATENCY, 0.5));
        assertEquals("[# Size|Messages/s, 1024|2000000.00]", suite(Report.Format.OSU, Quantity.BANDWIDTH, 2048));
        assertEquals("[# Size|Messages/s, 1024|2000000.00]", suite(Report.Format.OSU, Quantity.RATE, 2));
        assertEquals("[Message Size|Latency in us, 1024|0.5000]", suite(Report.Format.SOS, Quantity.LATENCY, 0.5));
        assertEquals("[Message Size|Bandwidth in mbytes/sec|Message Rate in msgs/sec, 1024|2048.00|2000000.00]",
            suite(Report.Format.SOS, Quantity.RATE, 2));
        assertEquals("[blksize|nrep|bandwidth, 256|1000|1953.125 MB/s]", suite(Report.Format.UH, Quantity.BANDWIDTH,
            2048));
        assertEquals("[blksize|nrep|latency, 256|1000|0.50000000 us]", suite(Report.Format.UH, Quantity.LATENCY, 0.5));
        assertEquals("[#bytes|#repetitions|t_min[usec]|t_max[usec]|t_avg[usec]|Mbytes/sec,"
            + " 1024|1000|0.5000|0.5000|0.5000|2048.00]", suite(Report.Format.IMB, Quantity.LATENCY, 0.5));
        assertEquals("[Message Size|Avg Time (us)|Avg MB/s, 1024|0.5000|1953.13]",
            suite(Report.Format.SHMEMBENCH, Quantity.BANDWIDTH, 2048));
    }

    @Test
    void severalPesTellTheirExtremes() {
        Sheet sheet = bySize("size", 1024, measured(Quantity.LATENCY, 0.5, 4));
        assertEquals("[# Size|Avg Latency(us)|Min Latency(us)|Max Latency(us)|Iterations,"
            + " 1024|0.5000|0.4000|0.6000|1000]", suite(Report.Format.OSU, sheet));
        assertEquals("[#bytes|#repetitions|t_min[usec]|t_max[usec]|t_avg[usec]|Mbytes/sec,"
            + " 1024|1000|0.4000|0.6000|0.5000|2048.00]", suite(Report.Format.IMB, sheet));
    }

    /** Two pairs move 4096 MB/s: Houston's programs print the mean over pairs, Sandia's the sum. */
    @Test
    void bandwidthOfSeveralPairs() {
        Sheet sheet = bySize("size", 1024, measured(Quantity.BANDWIDTH, 4096, 2));
        assertEquals("[blksize|nrep|bandwidth, 256|1000|1953.125 MB/s]", suite(Report.Format.UH, sheet));
        assertEquals("[Message Size|Bandwidth in mbytes/sec|Message Rate in msgs/sec, 1024|4096.00|4000000.00]",
            suite(Report.Format.SOS, sheet));
    }

    @Test
    void aStrideIsNoSize() {
        Sheet sheet = bySize("stride", 8, measured(Quantity.BANDWIDTH, 2048, 1));
        assertEquals("[count|stride|nrep|bandwidth, 256|8|1000|1953.125 MB/s]",
            suite(Report.Format.UH, sheet).replaceAll("(\\d) (\\d)", "$1|$2"));
        assertEquals("[stride|Bandwidth in mbytes/sec|Message Rate in msgs/sec, 8|2048.00|2000000.00]",
            suite(Report.Format.SOS, sheet));
    }

    @Test
    void atomicsHaveRateAndLatency() {
        Sheet sheet = new Sheet("atomics", "a title", Sheet.Column.of("operation"), Quantity.RATE.column("2 PEs"));
        sheet.row("fetch-add", measured(Quantity.RATE, 4, 2));
        sheet.row("add", measured(Quantity.RATE, 4, 2));
        assertEquals("[# Operation|Million ops/s|Latency (us), fetch-add|4.00|0.5000, add|4.00|0.5000]",
            suite(Report.Format.OSU, sheet));
        assertEquals("[Message Size|Avg Time (us)|Avg MB/s, 1024|0.5000|1953.13, , # shmem4j atomics, 2 PEs, add,"
            + " Message Size|Avg Time (us)|Avg MB/s, 1024|0.5000|1953.13]", suite(Report.Format.SHMEMBENCH, sheet));
    }

    @Test
    void operationsWithSizesAreABlockEach() {
        Sheet sheet = new Sheet("latency", "a title", Sheet.Column.of("operation"), Sheet.Column.of("bytes"),
            new Sheet.Column("min", "ns", 2), new Sheet.Column("median", "ns", 2));
        sheet.row("get", 1024L, measured(Quantity.LATENCY, 0.5, 1).in(1000), 600.0);
        sheet.row("quiet", 0L, measured(Quantity.LATENCY, 0.5, 1).in(1000), 600.0);
        sheet.row("get", 1024L, measured(Quantity.LATENCY, 0.5, 1).in(1000), 600.0);
        assertEquals("[# Size|Latency (us), 1024|0.5000, 1024|0.5000, , # shmem4j latency, quiet,"
            + " # Size|Latency (us), 1024|0.5000]", suite(Report.Format.OSU, sheet));
    }

    @Test
    void tablesThatNoSuiteHasStayTables() {
        assertEquals(Printer.of(Report.Format.TABLE).print(sheet(), Map.of()),
            Printer.of(Report.Format.UH).print(sheet(), Map.of()));
    }

    @Test
    void json() {
        assertEquals("{\"test\":\"t\",\"title\":\"a title\",\"machine\":{\"cpu\":\"x\"},"
            + "\"columns\":[\"operation\",\"time (ns)\"],\"rows\":[[\"put, then \\\"get\\\"\",1.26],[\"g\",null]],"
            + "\"notes\":[\"a note\"]}\n", Printer.of(Report.Format.JSON).print(sheet(), Map.of("cpu", "x")));
    }
}
