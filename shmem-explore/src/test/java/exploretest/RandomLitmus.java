// SPDX-License-Identifier: Apache-2.0
package exploretest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;

/** Random {@link Litmus} programs of 2 or 3 PEs, and smaller ones that still have a property. */
public final class RandomLitmus {
    private static final String ALL = "WWWWRRRFQDUALLLGGNXXCSMVVTK";
    /** Operations that the {@link Model} knows. */
    private static final String OF_MODEL = "WWWWWRRRRRLLLAUSFQ";
    private static final String WITHOUT_VALUE = "RG";
    private static final String ADDS = "UD";

    private final Random random;
    private final String operations;
    private final int[] homes = new int[3];
    private int value;

    private RandomLitmus(Random random, String operations) {
        this.random = random;
        this.operations = operations;
    }

    /** {@return a program with operations of all kinds} */
    public static String any(long seed) {
        Random random = new Random(seed);
        return new RandomLitmus(random, ALL).program(2 + random.nextInt(2), 4, random.nextInt(3) == 0);
    }

    /** {@return a program of 2 PEs that may die} */
    public static String mortal(long seed) {
        return new RandomLitmus(new Random(seed), ALL.replaceAll("[TKS]", "")).program(2, 2, false);
    }

    /** {@return a program of stores, loads, fences and quiets} */
    public static String ofModel(long seed) {
        Random random = new Random(seed);
        return new RandomLitmus(random, OF_MODEL).program(2 + random.nextInt(2), 4, false);
    }

    /** Each PE meets its neighbours at some point of a program with handshakes, and loads a word at its end. */
    private String program(int pes, int most, boolean handshake) {
        int variables = 1 + random.nextInt(3);
        for (int i = 0; i < homes.length; i++) {
            homes[i] = random.nextInt(pes);
        }
        List<String> parts = new ArrayList<>();
        for (int pe = 0; pe < pes; pe++) {
            List<String> ops = new ArrayList<>();
            for (int left = 1 + random.nextInt(pes == 2 ? most : most / 2); left > 0; left--) {
                ops.add(operation(pe, variables));
            }
            if (handshake) {
                ops.add(random.nextInt(ops.size()) + 1, "H");
                ops.add("R " + name(random.nextInt(variables)));
            }
            parts.add(String.join("; ", ops));
        }
        return String.join(" | ", parts);
    }

    private String operation(int pe, int variables) {
        while (true) {
            char kind = operations.charAt(random.nextInt(operations.length()));
            int variable = random.nextInt(variables);
            boolean own = homes[variable] == pe;
            if ("FQ".indexOf(kind) >= 0) {
                return String.valueOf(kind);
            }
            int other = (variable + 1) % variables;
            if ("SM".indexOf(kind) >= 0 && other != variable && homes[other] == homes[variable]) {
                return kind + " " + name(variable) + "=" + ++value + "," + name(other) + (kind == 'S' ? "=" : "+")
                    + ++value;
            }
            if ("SM".indexOf(kind) < 0 && (own || "LGV".indexOf(kind) < 0)) {
                return kind + " " + name(variable) + (WITHOUT_VALUE.indexOf(kind) >= 0 ? ""
                    : (ADDS.indexOf(kind) >= 0 ? "+" : "=") + (kind == 'V' ? 1 + random.nextInt(3) : ++value));
            }
        }
    }

    private String name(int variable) {
        return String.format(Locale.ROOT, "%c%d", 'x' + variable, homes[variable]);
    }

    /** {@return a program with the property from which no operation can be taken without losing that} */
    public static String shrink(String program, Predicate<String> property) {
        List<List<String>> smallest = new ArrayList<>();
        for (String pe : program.split("\\|")) {
            smallest.add(new ArrayList<>(Arrays.stream(pe.strip().split(";\\s*")).filter(op -> !op.isEmpty())
                .toList()));
        }
        for (boolean again = true; again;) {
            again = false;
            for (List<String> ops : smallest) {
                for (int i = ops.size() - 1; i >= 0; i--) {
                    String removed = ops.remove(i);
                    if (property.test(text(smallest))) {
                        again = true;
                    } else {
                        ops.add(i, removed);
                    }
                }
            }
        }
        return text(smallest);
    }

    private static String text(List<List<String>> pes) {
        return String.join(" | ", pes.stream().map(ops -> String.join("; ", ops)).toList());
    }
}
