// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import java.util.function.Function;

/** The command line of an example. A wrong argument ends the job with status 2 before any work. */
final class Arguments {
    private static final int WRONG = 2;

    private final String usage;
    private final String[] args;

    Arguments(String usage, String[] args, int most) {
        this.usage = usage;
        this.args = args;
        if (args.length > most || args.length > 0 && (args[0].equals("-h") || args[0].equals("--help"))) {
            refuse(args.length > most ? "too many arguments" : null);
        }
    }

    int count(int index, int standard) {
        return positive(index, standard, Integer::parseInt, "a positive whole number");
    }

    double real(int index, double standard) {
        return positive(index, standard, Double::parseDouble, "a positive number");
    }

    private <T extends Number> T positive(int index, T standard, Function<String, T> parser, String kind) {
        if (index >= args.length) {
            return standard;
        }
        try {
            T value = parser.apply(args[index]);
            if (value.doubleValue() > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
        }
        refuse("'" + args[index] + "' is not " + kind);
        return standard;
    }

    /** PE 0 prints the message, because all PEs have the same arguments; then the job ends. */
    private void refuse(String problem) {
        try (Shmem shmem = Shmem.init()) {
            if (shmem.myPe() == 0) {
                if (problem == null) {
                    System.out.println("usage: " + usage);
                } else {
                    System.err.println("oshrun " + usage.split(" ")[0] + ": " + problem + "; usage: " + usage);
                }
                System.out.flush();
            }
            shmem.barrierAll();
        }
        System.exit(problem == null ? 0 : WRONG);
    }
}
