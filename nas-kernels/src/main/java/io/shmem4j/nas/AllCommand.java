// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.nas.npb.ResultBlock;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.report.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code nas all}: runs the benchmarks in turn and prints one table. */
final class AllCommand {
    private static final String ROW = "| %-6s | %-15s | %-8s | %12s | %12s | %-13s | %8s | %8s |%n";
    /** Row of a kernel that does not run with these options, with the reason. */
    private static final String REFUSED = "| %-6s | %s |%n";

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

    AllCommand() {
        KernelCommand.begin(spec, "Runs the nine kernels one after the other and prints one table. A kernel that cannot"
            + " be run so is left out, with the reason.").addOption(KernelCommand.transfer());
        spec.addOption(KernelCommand.count("--rehearsal", null,
            "at most N iterations of a small class before each; default: each kernel's own"));
        spec.addOption(KernelCommand.flag("--json", "a line of JSON for each kernel in place of the table"));
    }

    CommandSpec spec() {
        return spec;
    }

    private <T> T value(String option) {
        return spec.findOption(option).getValue();
    }

    /** Runs all kernels; collective. {@return whether no verification failed} */
    boolean run(Shmem shmem) {
        boolean right = true;
        boolean json = value("--json");
        if (!json) {
            tell(shmem, String.format(Locale.ROOT, "Class %s, %d PEs, %s%n", value("--class"),
                shmem.nPes(), this.<Transfer>value("--transfer").word()));
            tell(shmem, String.format(ROW, "kernel", "size", "loops", "seconds", "Mop/s", "verification", "wall s",
                "rehearsal"));
            tell(shmem, String.format(ROW, "---", "---", "---", "---:", "---:", "---", "---:", "---:"));
        }
        for (String kernel : Nas.KERNELS.split("\\|")) {
            try {
                Result result = Nas.kernel(words(kernel)).run(shmem);
                right &= result.verification() != Result.Verification.UNSUCCESSFUL;
                tell(shmem, json ? ResultBlock.json(result) + System.lineSeparator() : row(result));
            } catch (UsageException e) {
                leaveOut(shmem, json, kernel, e.getMessage());
            }
        }
        return right;
    }

    private static void leaveOut(Shmem shmem, boolean json, String kernel, String reason) {
        if (json && shmem.myPe() == 0) {
            System.err.println("oshrun nas: " + kernel + ": " + reason);
        } else {
            tell(shmem, String.format(REFUSED, kernel.toUpperCase(Locale.ROOT), reason));
        }
    }

    private String[] words(String kernel) {
        List<String> words = new ArrayList<>(List.of(kernel, "--class", value("--class").toString(), "--transfer",
            value("--transfer").toString()));
        if (value("--rehearsal") != null) {
            words.addAll(List.of("--rehearsal", value("--rehearsal").toString()));
        }
        if (value("--json")) {
            words.add("--json");
        }
        return words.toArray(String[]::new);
    }

    private static String row(Result result) {
        return String.format(Locale.ROOT, ROW, result.benchmark(), result.size(),
            result.variant().getOrDefault("Loops", ""), String.format(Locale.ROOT, "%.6f", result.seconds()),
            String.format(Locale.ROOT, "%.2f", result.mops()),
            result.verification().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            String.format(Locale.ROOT, "%.3f", result.wall()),
            String.format(Locale.ROOT, "%.3f", result.rehearsal()));
    }

    private static void tell(Shmem shmem, String text) {
        if (shmem.myPe() == 0) {
            System.out.print(text);
            System.out.flush();
        }
    }
}
