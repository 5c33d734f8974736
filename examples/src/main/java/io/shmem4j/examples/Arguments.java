// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import java.util.function.Function;

/** Words behind a program's name, judged before any work; wrong words end the job with status 2. */
final class Arguments {
    private static final int WRONG = 2;

    private final String usage;
    private final String[] words;

    /** Takes at most {@code most} words. */
    Arguments(String usage, String[] words, int most) {
        this.usage = usage;
        this.words = words;
        if (words.length > most || words.length > 0 && (words[0].equals("-h") || words[0].equals("--help"))) {
            refuse(words.length > most ? "there are " + words.length + " arguments" : null);
        }
    }

    int count(int place, int standard) {
        return positive(place, standard, Integer::parseInt, "a whole number from 1 on");
    }

    double real(int place, double standard) {
        return positive(place, standard, Double::parseDouble, "a number above 0");
    }

    private <T extends Number> T positive(int place, T standard, Function<String, T> parser, String kind) {
        if (place >= words.length) {
            return standard;
        }
        try {
            T value = parser.apply(words[place]);
            if (value.doubleValue() > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // It is refused below, like a number out of range.
        }
        refuse("'" + words[place] + "' is not " + kind);
        return standard;
    }

    /** One PE speaks for all, which have read the same words, and ends the job. */
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
