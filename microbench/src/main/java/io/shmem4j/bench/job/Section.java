// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tests of the suite that have a C program to compare with. */
enum Section {
    LATENCY("time of one operation, best trial", "latency", true, "ns"),
    ATOMICS("atomic operations of all PEs that do them", "atomics", true, "M/s"),
    BANDWIDTH("data moved by one pair, window of 64", "bandwidth", true, "MB/s"),
    MSGRATE("messages of one pair, window of 64", "bandwidth", true, "M/s"),
    COLLECTIVES("collectives, mean time in the call", "collectives", true, "us"),
    COLD("first calls of a fresh job, and warm ones, mean time of a call", "cold", true, "us"),
    /** Loads, stores and copies without a library. */
    LIMITS("what C does without a library", "limits", false, "ns"),
    STREAM("STREAM beside plain C, best of arrays, segments and vectors", "limits", false, "MB/s");

    final String title;
    final String program;
    final boolean library;
    final String unit;

    Section(String title, String program, boolean library, String unit) {
        this.title = title;
        this.program = program;
        this.library = library;
        this.unit = unit;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean lessIsBetter() {
        return unit.equals("ns") || unit.equals("us");
    }

    /** {@return numbers of PEs to run with}: those chosen, for tests that take any number */
    int[] pes(int... chosen) {
        return switch (this) {
            case COLLECTIVES, COLD -> chosen;
            case STREAM -> new int[] {1, 2};
            default -> new int[] {2};
        };
    }

    /** {@return for each run of the C program the words that it gets after the number and length of trials} */
    List<List<String>> nativeRuns(Request request, int pes) {
        return switch (this) {
            case MSGRATE -> List.of(List.of(word()));
            case COLLECTIVES -> List.of(request.sizes().stream().map(String::valueOf).toList());
            case LIMITS -> List.of(List.of("latency"));
            case STREAM -> List.of(List.of(word(), Integer.toString(pes), Long.toString(request.elements())));
            case COLD -> coldRuns(request, pes);
            default -> List.of(List.of());
        };
    }

    private static List<List<String>> coldRuns(Request request, int pes) {
        List<List<String>> runs = new ArrayList<>();
        for (ColdOperation operation : ColdOperation.values()) {
            for (long bytes : operation.sizes(request.sizes())) {
                runs.add(List.of(operation.word(), Long.toString(bytes),
                    Integer.toString(Request.calls(request.calls(), pes)), Integer.toString(request.warmup())));
            }
        }
        return runs;
    }

    /** {@return the words after {@code bench} of the runs on our side} */
    List<List<String>> ourWords(Request request, int pes) {
        return switch (this) {
            case LATENCY, LIMITS -> List.of(List.of("latency"));
            case ATOMICS -> List.of(List.of("atomics"));
            case BANDWIDTH, MSGRATE -> List.of(List.of(word(), "--pairs", "1"));
            case STREAM -> List.of(List.of(word(), "--elements", Long.toString(request.elements())));
            case COLD -> List.of(List.of(word(), "--np", Integer.toString(pes), "--rounds", "1", "--sizes",
                words(request.sizes()), "--calls", Integer.toString(Request.calls(request.calls(), pes))));
            case COLLECTIVES -> {
                List<String> words = new ArrayList<>(List.of("latency", "broadcast", "reduce", "fcollect", "alltoall",
                    "--time", "call", "--only", "barrier_all,auto", "--sizes"));
                words.add(words(request.sizes()));
                yield List.of(words);
            }
        };
    }

    private static String words(List<Long> sizes) {
        return String.join(",", sizes.stream().map(String::valueOf).toList());
    }
}
