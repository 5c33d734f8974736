// SPDX-License-Identifier: Apache-2.0
package exploretest;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Shmem.Program;
import io.shmem4j.ShmemLock;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A program of a few accesses on each PE, as text: {@code W x1=1; F; W y1=1 | R y1; R x1}.
 *
 * <p>Variables are a letter and the PE that has them. {@code W} is a put of a word, {@code L} a store to the PE's own
 * memory by {@code set}, {@code A} an atomic set, {@code U x1+2} a fetch-add, {@code R} a get, {@code S x1=1,y1=2} a
 * put with a signal, {@code F} a fence, {@code Q} a quiet, {@code B} a barrier. Its result is what each PE has read,
 * then the last values of all variables.
 *
 * <p>{@code D x1+2} is an addition to another PE's word, {@code M x1=1,y1+2} a put with a signal that is added.
 *
 * <p>Unknown to the {@link Model} are: {@code N} a non-blocking put, {@code X} a swap, {@code C x1=2} a swap if the
 * word is 0, {@code G} a load of the PE's own memory, {@code V x0=2} a wait with a limit for at least this value,
 * {@code H} a flag for the next PE and a wait for that of the previous one, {@code T x1=2} a put under a lock if that
 * is free, {@code K x1=2} under it.
 */
public record Litmus(String text, List<List<Op>> pes) {
    private static final String LETTERS = "xyz";
    private static final int FLAG = LETTERS.length();
    private static final int LOCK = FLAG + 1;
    private static final Duration LIMIT = Duration.ofMillis(5);
    /** What a PE has read where a call has failed because another PE has died. */
    private static final long DIED = -1;

    /** One access; a put with a signal is three. Kinds of {@link CLitmus} are in small letters. */
    public record Op(char kind, int variable, int home, long value) {
        boolean reads() {
            return kind == 'R' || kind == 'r' || adds() && kind != 'D';
        }

        boolean writes() {
            return kind == 'W' || kind == 'w' || kind == 'L' || kind == 'A' || adds();
        }

        boolean adds() {
            return kind == 'U' || kind == 'u' || kind == 'D';
        }
    }

    public static Litmus of(String text) {
        List<List<Op>> pes = new ArrayList<>();
        for (String pe : text.split("\\|")) {
            List<Op> ops = new ArrayList<>();
            for (String word : pe.strip().split(";\\s*")) {
                if (word.startsWith("S ") || word.startsWith("M ")) {
                    String[] both = word.substring(2).split(",");
                    ops.add(op("W " + both[0], 'S'));
                    ops.add(new Op('P', -1, -1, 0));
                    ops.add(op((word.startsWith("S ") ? "A " : "D ") + both[1], 'S'));
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
                SymmetricLongs words = shmem.allocateLongs(LOCK + 1).named("words");
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

    /**
     * A program for PEs that may die: it has no barriers, and leaves what each PE has read, and in which life.
     *
     * @param returns whether dead PEs restart; if not, a PE without words of all PEs has read {@link #DIED}
     */
    public Program mortal(List<List<Long>> read, boolean returns) {
        return () -> {
            try (Shmem shmem = Shmem.init()) {
                int me = shmem.myPe();
                read.set(me, List.of(DIED));
                SymmetricLongs words = outlive(shmem, returns, () -> shmem.allocateLongs(LOCK + 1).named("words"));
                if (words == null) {
                    return;
                }
                read.set(me, List.of());
                List<Long> mine = run(shmem, words);
                mine.add((long) shmem.incarnation());
                read.set(me, mine);
                if (returns) {
                    outlive(shmem, true, () -> {
                        shmem.finish();
                        return null;
                    });
                }
            }
        };
    }

    /** {@return what is made with all PEs, again where one of them has died and restarts; null if it stays dead} */
    private static <T> T outlive(Shmem shmem, boolean returns, Supplier<T> maker) {
        while (true) {
            try {
                return maker.get();
            } catch (PeFailedException e) {
                if (!returns) {
                    return null;
                }
                shmem.recover();
            }
        }
    }

    /** Runs a PE's part on words that are 0, and {@return what it has read} */
    List<Long> run(Shmem shmem, SymmetricLongs words) {
        List<Long> mine = new ArrayList<>();
        List<Op> ops = shmem.myPe() < pes.size() ? pes.get(shmem.myPe()) : List.of();
        int rounds = 0;
        for (int i = 0; i < ops.size(); i++) {
            if (together(ops, i)) {
                Op signal = ops.get(i + 2);
                shmem.putSignal(words, ops.get(i).variable, new long[] {ops.get(i).value}, 0, 1,
                    words.signal(signal.variable), signal.value, signal.kind == 'A' ? SignalOp.SET : SignalOp.ADD,
                    signal.home);
                i += 2;
            } else if (ops.get(i).kind == 'B' && pes.size() < shmem.nPes()) {
                throw new IllegalArgumentException("a barrier of all PEs in a program of fewer");
            } else if ("HIV".indexOf(ops.get(i).kind) >= 0) {
                await(shmem, words, ops.get(i), rounds += ops.get(i).kind == 'H' ? 1 : 0, mine);
            } else if (ops.get(i).kind == 'T' || ops.get(i).kind == 'K') {
                underLock(shmem, words, ops.get(i), mine);
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

    private static void await(Shmem shmem, SymmetricLongs words, Op op, long round, List<Long> read) {
        try {
            if (op.kind == 'V') {
                read.add(words.watch(op.variable).within(LIMIT).until(Cmp.GE, op.value) ? 1L : 0);
            } else if (op.kind == 'I') {
                words.waitUntil(op.variable, Cmp.GE, op.value);
            } else {
                shmem.p(words, FLAG, round, (shmem.myPe() + 1) % shmem.nPes());
                words.waitUntil(FLAG, Cmp.GE, round);
            }
        } catch (PeFailedException e) {
            read.add(DIED);
            shmem.recover();
        }
    }

    private static void underLock(Shmem shmem, SymmetricLongs words, Op op, List<Long> read) {
        ShmemLock lock = words.lock(LOCK);
        if (op.kind == 'K') {
            lock.lock();
        } else if (!lock.tryLock()) {
            read.add(0L);
            return;
        }
        read.add(1 + shmem.g(words, op.variable, op.home));
        shmem.p(words, op.variable, op.value, op.home);
        lock.unlock();
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
            case 'N' -> shmem.putNbi(words, op.variable, new long[] {op.value}, 0, 1, op.home);
            case 'D' -> shmem.add(words, op.variable, op.value, op.home);
            case 'X' -> read.add(shmem.swap(words, op.variable, op.value, op.home));
            case 'C' -> read.add(shmem.compareSwap(words, op.variable, 0, op.value, op.home));
            case 'G' -> read.add(words.get(op.variable));
            default -> throw new IllegalArgumentException(String.format(Locale.ROOT, "%c", op.kind));
        }
    }
}
