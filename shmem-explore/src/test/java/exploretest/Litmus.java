// SPDX-License-Identifier: Apache-2.0
package exploretest;

import io.shmem4j.Shmem;
import io.shmem4j.Shmem.Program;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A program of a few accesses on each PE, as text: {@code W x1=1; F; W y1=1 | R y1; R x1}.
 *
 * <p>Variables are a letter and the PE that has them. {@code W} is a put of a word, {@code L} a store to the PE's own
 * memory by {@code set}, {@code A} an atomic set, {@code U x1+2} a fetch-add, {@code R} a get, {@code S x1=1,y1=2} a
 * put with a signal, {@code F} a fence, {@code Q} a quiet, {@code B} a barrier. Its result is what each PE has read,
 * then the last values of all variables.
 */
public record Litmus(String text, List<List<Op>> pes) {
    private static final String LETTERS = "xyz";

    /** One access; a put with a signal is three. */
    public record Op(char kind, int variable, int home, long value) {
        boolean reads() {
            return kind == 'R' || kind == 'U';
        }

        boolean writes() {
            return kind == 'W' || kind == 'L' || kind == 'A' || kind == 'U';
        }
    }

    public static Litmus of(String text) {
        List<List<Op>> pes = new ArrayList<>();
        for (String pe : text.split("\\|")) {
            List<Op> ops = new ArrayList<>();
            for (String word : pe.strip().split(";\\s*")) {
                if (word.startsWith("S ")) {
                    String[] both = word.substring(2).split(",");
                    ops.add(op("W " + both[0], 'S'));
                    ops.add(new Op('P', -1, -1, 0));
                    ops.add(op("A " + both[1], 'S'));
                } else if (!word.isEmpty()) {
                    ops.add(op(word, word.charAt(0)));
                }
            }
            pes.add(ops);
        }
        return new Litmus(text, pes);
    }

    private static Op op(String word, char written) {
        char kind = word.charAt(0);
        if (word.length() == 1) {
            return new Op(kind, -1, -1, 0);
        }
        String[] parts = word.substring(2).split("[=+]");
        return new Op(written == 'S' ? kind : written, LETTERS.indexOf(parts[0].charAt(0)), parts[0].charAt(1) - '0',
            parts.length > 1 ? Long.parseLong(parts[1]) : 0);
    }

    /** {@return the results of all PEs as one text} */
    public static String result(List<List<Long>> read, long[] last) {
        return read + " " + Arrays.toString(last);
    }

    /** A program that leaves what its PEs read in lists, and the last values in an array. */
    public Program program(List<List<Long>> read, long[] last) {
        return () -> {
            try (Shmem shmem = Shmem.init()) {
                SymmetricLongs words = shmem.allocateLongs(LETTERS.length()).named("words");
                int me = shmem.myPe();
                List<Long> mine = run(shmem, words);
                shmem.barrierAll();
                for (List<Op> all : pes) {
                    all.stream().filter(op -> op.home == me).forEach(op -> last[op.variable] = words.get(op.variable));
                }
                read.set(me, mine);
                shmem.finish();
            }
        };
    }

    /** Runs a PE's part on words that are 0, and {@return what it has read} */
    List<Long> run(Shmem shmem, SymmetricLongs words) {
        List<Long> mine = new ArrayList<>();
        List<Op> ops = shmem.myPe() < pes.size() ? pes.get(shmem.myPe()) : List.of();
        for (int i = 0; i < ops.size(); i++) {
            if (together(ops, i)) {
                Op signal = ops.get(i + 2);
                shmem.putSignal(words, ops.get(i).variable, new long[] {ops.get(i).value}, 0, 1,
                    words.signal(signal.variable), signal.value, SignalOp.SET, signal.home);
                i += 2;
            } else if (ops.get(i).kind == 'B' && pes.size() < shmem.nPes()) {
                throw new IllegalArgumentException("a barrier of all PEs in a program of fewer");
            } else {
                run(shmem, words, ops.get(i), mine);
            }
        }
        return mine;
    }

    /** {@return the PE that has a variable, or -1} */
    int home(int variable) {
        return pes.stream().flatMap(List::stream).filter(op -> op.variable == variable).mapToInt(Op::home).findFirst()
            .orElse(-1);
    }

    private static boolean together(List<Op> ops, int i) {
        return i + 2 < ops.size() && ops.get(i + 1).kind == 'P';
    }

    private static void run(Shmem shmem, SymmetricLongs words, Op op, List<Long> read) {
        switch (op.kind) {
            case 'W' -> shmem.p(words, op.variable, op.value, op.home);
            case 'L' -> words.set(op.variable, op.value);
            case 'A' -> shmem.atomicSet(words, op.variable, op.value, op.home);
            case 'U' -> read.add(shmem.fetchAdd(words, op.variable, op.value, op.home));
            case 'R' -> read.add(shmem.g(words, op.variable, op.home));
            case 'F' -> shmem.fence();
            case 'Q' -> shmem.quiet();
            case 'B' -> shmem.barrierAll();
            default -> throw new IllegalArgumentException(String.format(Locale.ROOT, "%c", op.kind));
        }
    }
}
