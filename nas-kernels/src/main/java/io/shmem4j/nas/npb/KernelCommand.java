// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import io.shmem4j.report.UsageException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** A kernel's command line options and problem classes. */
public final class KernelCommand {
    private static final String VECTOR_API = "jdk.incubator.vector";

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final BiFunction<NpbClass, KernelCommand, KernelProblem> problems;
    private final String beyond;

    /**
     * Creates the command of a kernel.
     *
     * @param problems returns the problem of a class, or null if there is none
     * @param beyond   why classes are missing, appended to the message
     * @param own      {@code --transfer}, {@code --steps}, {@code --rehearsal}, and further options of this kernel
     */
    public KernelCommand(String description, BiFunction<NpbClass, KernelCommand, KernelProblem> problems,
        String beyond, OptionSpec... own) {
        this.problems = problems;
        this.beyond = beyond;
        spec.usageMessage().width(100).sortOptions(false).description(description);
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("this text").build());
        spec.addOption(OptionSpec.builder("--class").paramLabel("S|W|A|B|C|D").type(NpbClass.class).defaultValue("S")
            .description("problem class (default: ${DEFAULT-VALUE})").build());
        spec.addOption(count("--warmup", "1", "untimed iterations before the timed ones; the rule is 1, the default"));
        spec.addOption(flag("--timers", "times of the phases, and their shares"));
        spec.addOption(flag("--json", "one line of JSON in place of the block of results"));
        Stream.of(own).forEach(spec::addOption);
    }

    private static OptionSpec flag(String name, String description) {
        return OptionSpec.builder(name).type(boolean.class).defaultValue("false").description(description).build();
    }

    /** {@return an option with a non-negative integer} */
    public static OptionSpec count(String name, String standard, String description) {
        return OptionSpec.builder(name).paramLabel("N").type(Integer.class).defaultValue(standard)
            .converters(KernelCommand::wholeNumber).description(description).build();
    }

    /** {@return an option with an enum constant, in upper or lower case} */
    public static <E extends Enum<E>> OptionSpec choice(String name, String label, String standard, String description,
        List<E> values) {
        List<String> words = values.stream().map(Enum::name).toList();
        return OptionSpec.builder(name).paramLabel(label).type(values.getFirst().getDeclaringClass())
            .defaultValue(standard).completionCandidates(words).description(description)
            .converters(word -> values.stream().filter(value -> value.name().equalsIgnoreCase(word)).findFirst()
                .orElseThrow(() -> new TypeConversionException("expected one of " + words + " but was '" + word + "'")))
            .build();
    }

    public static OptionSpec transfer(String description, Transfer... ways) {
        return choice("--transfer", "HOW", Transfer.DIRECT.name(), description, List.of(ways));
    }

    public static OptionSpec transfer() {
        return transfer("how numbers of other PEs are reached: direct, by load and store, the default; putget",
            Transfer.PUTGET, Transfer.DIRECT);
    }

    public static OptionSpec rehearsal(int standard, String what) {
        return count("--rehearsal", Integer.toString(standard), "at most N " + what + " in the initialisation, to have"
            + " code compiled (default: ${DEFAULT-VALUE})");
    }

    /** {@return the options of most kernels, followed by {@code more}} */
    public static OptionSpec[] iterations(OptionSpec... more) {
        return Stream.concat(Stream.of(transfer(),
            count("--steps", null, "end after N of the class's iterations, unverified"),
            rehearsal(500, "iterations of a small class")), Stream.of(more)).toArray(OptionSpec[]::new);
    }

    public CommandSpec spec() {
        return spec;
    }

    /** Runs the kernel; collective. */
    public Result run(Shmem shmem) {
        if (ModuleLayer.boot().findModule(VECTOR_API).isEmpty()) {
            throw new UsageException("the kernels' loops use the Vector API, and this JVM has no module " + VECTOR_API
                + "; run oshrun nas, or a program of yours with oshrun --vector");
        }
        KernelProblem problem = problem(value("--class"));
        if (problem == null) {
            List<String> names = Stream.of(NpbClass.values()).filter(each -> problem(each) != null).map(Enum::name)
                .toList();
            throw new UsageException(problem(NpbClass.S).facts().name() + " is made for the classes "
                + String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast() + beyond);
        }
        return KernelRun.run(shmem, problem, this);
    }

    KernelProblem problem(NpbClass npbClass) {
        return problems.apply(npbClass, this);
    }

    /** {@return the value of an option, or null} */
    public <T> T value(String option) {
        return spec.findOption(option).getValue();
    }

    public boolean json() {
        return value("--json");
    }

    private static Integer wholeNumber(String word) {
        if (!word.matches("[0-9]{1,9}")) {
            throw new TypeConversionException(word + " is no whole number from 0 to 999999999");
        }
        return Integer.valueOf(word);
    }
}
