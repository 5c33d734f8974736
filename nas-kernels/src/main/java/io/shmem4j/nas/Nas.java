// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;
import io.shmem4j.nas.bt.BtOptions;
import io.shmem4j.nas.cg.CgOptions;
import io.shmem4j.nas.dt.DtOptions;
import io.shmem4j.nas.ep.EpOptions;
import io.shmem4j.nas.ft.FtOptions;
import io.shmem4j.nas.is.IsOptions;
import io.shmem4j.nas.lu.LuOptions;
import io.shmem4j.nas.mg.MgOptions;
import io.shmem4j.nas.npb.Options;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.nas.npb.ResultBlock;
import io.shmem4j.nas.npb.Verification;
import io.shmem4j.nas.sp.SpOptions;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine;

/** The program {@code nas}: runs one benchmark on all PEs; PE 0 reports. */
@Command(name = "nas", subcommands = {BtOptions.class, CgOptions.class, DtOptions.class, EpOptions.class,
    FtOptions.class, IsOptions.class, LuOptions.class, MgOptions.class, SpOptions.class, AllCommand.class},
    synopsisSubcommandLabel = Nas.KERNELS + "|all",
    usageHelpWidth = 100, description = "NAS parallel benchmarks: oshrun -np N nas " + Nas.KERNELS
        + " [options]. 'nas is --help' tells the options of is; 'oshrun nas report --help' how results become tables.")
public final class Nas {
    /** The benchmarks, as the command line names them. */
    static final String KERNELS = "bt|cg|dt|ep|ft|is|lu|mg|sp";
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this text")
    private boolean help;

    private Nas() {
    }

    /**
     * Runs a benchmark.
     *
     * @param arguments its name and its options
     */
    public static void main(String[] arguments) {
        try (Shmem shmem = Shmem.init()) {
            try {
                run(shmem, read(arguments));
            } catch (UsageException e) {
                refuse(shmem, e.getMessage());
            }
        }
    }

    /** {@return the command that a command line names, with its options} */
    private static CommandLine read(String... arguments) {
        CommandLine.ParseResult given = CommandLines.read(new CommandLine(new Nas()), arguments);
        return (given.hasSubcommand() ? given.subcommand() : given).commandSpec().commandLine();
    }

    /**
     * {@return a benchmark with its options}
     *
     * @param arguments its name and its options
     * @throws UsageException if they are wrong
     */
    public static Options options(String... arguments) {
        return read(arguments).getCommand();
    }

    private static void run(Shmem shmem, CommandLine command) {
        if (command.isUsageHelpRequested()) {
            tell(shmem, CommandLines.help(command));
            return;
        }
        switch (command.<Object>getCommand()) {
            case Options benchmark -> report(shmem, benchmark.run(shmem), benchmark.json());
            case AllCommand all -> end(shmem, all.run(shmem));
            default -> throw new UsageException("say what to run: nas " + KERNELS
                + "|all --class S|W|A|B|C|D [options]; --help tells more");
        }
    }

    private static void tell(Shmem shmem, String text) {
        if (shmem.myPe() == 0) {
            System.out.print(text);
            System.out.flush();
        }
        shmem.barrierAll();
    }

    /** A mistake that all PEs find is told by one of them, which ends the job; the others wait for the end. */
    private static void refuse(Shmem shmem, String complaint) {
        if (shmem.myPe() == 0) {
            System.err.println("oshrun nas: " + complaint);
            shmem.globalExit(USAGE);
        }
        shmem.barrierAll();
    }

    private static void report(Shmem shmem, Result result, boolean json) {
        if (shmem.myPe() == 0) {
            System.out.println(json ? ResultBlock.json(result) : ResultBlock.text(result));
            System.out.flush();
        }
        end(shmem, result.verification() != Verification.UNSUCCESSFUL);
    }

    private static void end(Shmem shmem, boolean right) {
        if (shmem.myPe() == 0 && !right) {
            shmem.globalExit(FAILED);
        }
        shmem.barrierAll();
    }
}
