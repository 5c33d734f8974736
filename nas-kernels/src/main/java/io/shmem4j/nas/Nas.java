// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;
import io.shmem4j.nas.is.IsBenchmark;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.nas.npb.ResultBlock;
import io.shmem4j.nas.npb.UsageException;
import io.shmem4j.nas.npb.Verification;
import io.shmem4j.nas.report.ReportCommand;
import io.shmem4j.nas.sp.SpBenchmark;
import java.util.List;

/** The program {@code nas}: runs one benchmark on all PEs; PE 0 reports. */
public final class Nas {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private Nas() {
    }

    /**
     * Runs a benchmark.
     *
     * @param arguments its name and its options
     */
    public static void main(String[] arguments) {
        List<String> words = List.of(arguments);
        try (Shmem shmem = Shmem.init()) {
            String help = Help.of(words);
            if (help != null) {
                tell(shmem, help);
            } else if (!words.isEmpty() && words.getFirst().equals("report")) {
                table(shmem, words.subList(1, words.size()));
            } else {
                measure(shmem, words);
            }
        }
    }

    private static void tell(Shmem shmem, String help) {
        if (shmem.myPe() == 0) {
            System.out.print(help);
            System.out.flush();
        }
        shmem.barrierAll();
    }

    private static void measure(Shmem shmem, List<String> words) {
        Result result = null;
        String complaint = null;
        try {
            result = run(shmem, words);
        } catch (UsageException e) {
            complaint = e.getMessage();
        }
        if (complaint != null) {
            refuse(shmem, complaint);
        } else {
            report(shmem, result, words.contains("--json"));
        }
    }

    /** PE 0 makes the table; the others have nothing to do. */
    private static void table(Shmem shmem, List<String> arguments) {
        if (shmem.myPe() == 0) {
            try {
                System.out.print(ReportCommand.run(arguments));
                System.out.flush();
            } catch (UsageException e) {
                System.err.println("nas: " + e.getMessage());
                shmem.globalExit(USAGE);
            }
        }
        shmem.barrierAll();
    }

    private static Result run(Shmem shmem, List<String> arguments) {
        String name = arguments.isEmpty() ? "" : arguments.getFirst();
        List<String> options = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
        return switch (name) {
            case "is" -> IsBenchmark.run(shmem, options);
            case "sp" -> SpBenchmark.run(shmem, options);
            default -> throw new UsageException("nas is|sp --class S|W|A|B|C [options], or nas report FILE"
                + " [--plot FOLDER]; --help tells more");
        };
    }

    /** All PEs come here with the same complaint, so one of them tells it and ends the job. */
    private static void refuse(Shmem shmem, String complaint) {
        if (shmem.myPe() == 0) {
            System.err.println("nas: " + complaint);
            shmem.globalExit(USAGE);
        }
        shmem.barrierAll();
    }

    private static void report(Shmem shmem, Result result, boolean json) {
        if (shmem.myPe() == 0) {
            System.out.println(json ? ResultBlock.json(result) : ResultBlock.text(result));
            System.out.flush();
            if (result.verification() == Verification.UNSUCCESSFUL) {
                shmem.globalExit(FAILED);
            }
        }
        shmem.barrierAll();
    }
}
