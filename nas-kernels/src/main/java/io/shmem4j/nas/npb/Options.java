// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import io.shmem4j.report.UsageException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the command line of every benchmark can say. */
@Command(sortOptions = false, usageHelpWidth = 100)
public abstract class Options {
    private static final String VECTOR_API = "jdk.incubator.vector";

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this text")
    private boolean help;

    @Option(names = "--class", paramLabel = "S|W|A|B|C|D", defaultValue = "S", converter = ProblemClass.class,
        description = "problem class (default: ${DEFAULT-VALUE})")
    private NpbClass problemClass;

    @Option(names = "--warmup", paramLabel = "N", defaultValue = "1", converter = Count.class,
        description = "untimed iterations before the timed ones; the rule is 1, the default")
    private int warmup;

    @Option(names = "--timers", description = "times of the phases, and their shares")
    private boolean timers;

    @Option(names = "--json", description = "one line of JSON in place of the block of results")
    private boolean json;

    protected Options() {
    }

    /** {@return what to report of a run of the benchmark}; collective */
    public final Result run(Shmem shmem) {
        if (ModuleLayer.boot().findModule(VECTOR_API).isEmpty()) {
            throw new UsageException("the kernels' loops use the Vector API, and this JVM has no module " + VECTOR_API
                + "; run oshrun nas, or a program of yours with oshrun --vector");
        }
        return measure(shmem);
    }

    protected abstract Result measure(Shmem shmem);

    public final NpbClass problemClass() {
        return problemClass;
    }

    public final int warmup() {
        return warmup;
    }

    /** {@return whether to report the times of the phases} */
    public final boolean phases() {
        return timers || json;
    }

    public final boolean json() {
        return json;
    }

    /** A number that is not negative. */
    public static final class Count implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String word) {
            if (!word.matches("[0-9]{1,9}")) {
                throw new TypeConversionException(word + " is no whole number from 0 to 999999999");
            }
            return Integer.valueOf(word);
        }
    }

    /** The name of a class, in any case. */
    public static final class ProblemClass implements ITypeConverter<NpbClass> {
        @Override
        public NpbClass convert(String word) {
            try {
                return NpbClass.valueOf(word.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("it can be S, W, A, B, C or D, not " + word);
            }
        }
    }
}
