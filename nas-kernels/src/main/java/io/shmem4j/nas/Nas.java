// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FactoredProblem;
import io.shmem4j.nas.cfd.LuProblem;
import io.shmem4j.nas.is.IsProblem;
import io.shmem4j.nas.kernel.CgProblem;
import io.shmem4j.nas.kernel.DtProblem;
import io.shmem4j.nas.kernel.EpProblem;
import io.shmem4j.nas.kernel.FtProblem;
import io.shmem4j.nas.mg.MgProblem;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Result;
import io.shmem4j.nas.npb.ResultBlock;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine;

/** The program {@code nas}: runs one benchmark on all PEs; PE 0 reports. */
@Command(name = "nas", synopsisSubcommandLabel = Nas.KERNELS, usageHelpWidth = 100,
    description = "NAS parallel benchmarks: oshrun -np N nas " + Nas.KERNELS
        + " [options]. 'nas is --help' lists the options of is.")
public final class Nas {
    /** Names of the benchmarks. */
    static final String KERNELS = "bt|cg|dt|ep|ft|is|lu|mg|sp";
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this text")
    private boolean help;

    private Nas() {
    }

    public static void main(String[] arguments) {
        try (Shmem shmem = Shmem.init()) {
            try {
                run(shmem, read(arguments));
            } catch (UsageException e) {
                refuse(shmem, e.getMessage());
            }
        }
    }

    /** {@return the parser of all kernels and their options} */
    static CommandLine kernels() {
        CommandLine nas = new CommandLine(new Nas());
        add(nas, "bt", (npbClass, given) -> FactoredProblem.bt(npbClass), FactoredProblem.options(500), "",
            "Block Tridiagonal: time steps of a flow on a grid, on a square number of PEs. The classes have 12, 24,"
            + " 64, 102, 162 and 408 points along each edge.");
        add(nas, "cg", (npbClass, given) -> CgProblem.of(npbClass), KernelCommand.iterations(), "",
            "Conjugate Gradient: an eigenvalue of a sparse matrix whose rows are dealt to any number of PEs."
            + " The classes have 1400, 7000, 14000, 75000 and 150000 rows. putget gathers the vector by the"
            + " library's collect, in place of exchanges across rows of a grid of PEs.");
        add(nas, "dt", DtProblem::of, KernelCommand.iterations(DtProblem.graphs()), "",
            "Data Traffic: arrays flow through a graph whose nodes are dealt to any number of PEs; an"
            + " iteration is a node. The classes have 4, 8, 16, 32, 64 and 128 sources; C and D have no"
            + " reference values. putget puts an array along each arc, direct has it loaded from where it was"
            + " made.");
        add(nas, "ep", (npbClass, given) -> EpProblem.of(npbClass), KernelCommand.iterations(), "",
            "Embarrassingly Parallel: Gaussian deviates. The classes have 2^24, 2^25, 2^28, 2^30 and 2^32"
            + " pairs of random numbers in 16 iterations; up to 256 PEs and more. putget makes three sums at"
            + " the end, direct one.");
        add(nas, "ft", (npbClass, given) -> FtProblem.of(npbClass), KernelCommand.iterations(), "",
            "Fourier Transform: a diffusion equation by transforms of a grid whose planes are dealt to any"
            + " number of PEs up to the planes. The classes have 64 x 64 x 64, 128 x 128 x 32, 256 x 256 x 128,"
            + " 512 x 256 x 256 and 512 x 512 x 512 points. putget puts a block to each PE between two barriers.");
        add(nas, "is", IsProblem::of, IsProblem.options(), "; D would need 24 GiB of keys",
            "Integer Sort: ranks keys and moves them between PEs; any number of PEs. The classes have 2^16,"
            + " 2^20, 2^23, 2^25 and 2^27 keys.");
        add(nas, "lu", (npbClass, given) -> LuProblem.of(npbClass), KernelCommand.iterations(), "",
            "Lower-Upper: relaxation of a flow on a grid, in sweeps through all planes from PE to PE. PEs form as"
            + " square a grid as their number allows, with at most as many rows as inner lines. The classes have 12,"
            + " 33, 64, 102, 162 and 408 points along each edge. putget puts a line and a column with a signal for"
            + " each plane and sweep; direct loads them.");
        add(nas, "mg", (npbClass, given) -> MgProblem.of(npbClass), KernelCommand.iterations(), "",
            "Multigrid: V-cycles on a grid whose planes are dealt to any number of PEs; with putget and a"
            + " power of two, blocks. The classes have 32, 128, 256, 256, 512 and 1024 points along each edge."
            + " putget puts with signal: a plane to either neighbour, six faces where blocks are cut in all"
            + " directions.");
        add(nas, "sp", (npbClass, given) -> FactoredProblem.sp(npbClass), FactoredProblem.options(1000), "",
            "Scalar Pentadiagonal: time steps of a flow on a grid, on a square number of PEs. The classes have 12,"
            + " 36, 64, 102, 162 and 408 points along each edge.");
        return nas;
    }

    private static void add(CommandLine nas, String name,
        BiFunction<NpbClass, KernelCommand, KernelProblem> problems, OptionSpec[] options, String beyond,
        String description) {
        nas.addSubcommand(name, new KernelCommand(description, problems, beyond, options).spec());
    }

    /** {@return the chosen command with its parsed options} */
    private static CommandLine read(String... arguments) {
        CommandLine.ParseResult given = CommandLines.read(kernels(), arguments);
        return (given.hasSubcommand() ? given.subcommand() : given).commandSpec().commandLine();
    }

    /** Parses a kernel and its options, or throws a UsageException. */
    public static KernelCommand kernel(String... arguments) {
        return read(arguments).getCommand();
    }

    private static void run(Shmem shmem, CommandLine command) {
        if (command.isUsageHelpRequested()) {
            print(shmem, CommandLines.help(command));
            return;
        }
        if (!(command.<Object>getCommand() instanceof KernelCommand kernel)) {
            throw new UsageException("say what to run: nas " + KERNELS
                + " --class S|W|A|B|C|D [options]; --help says more");
        }
        report(shmem, kernel.run(shmem), kernel.json());
    }

    private static void print(Shmem shmem, String text) {
        if (shmem.myPe() == 0) {
            System.out.print(text);
            System.out.flush();
        }
        shmem.barrierAll();
    }

    /** Reports a wrong command line. All PEs find the same mistake, so PE 0 reports it and ends the job. */
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
        if (shmem.myPe() == 0 && result.verification() == Result.Verification.UNSUCCESSFUL) {
            shmem.globalExit(FAILED);
        }
        shmem.barrierAll();
    }
}
