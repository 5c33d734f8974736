// SPDX-License-Identifier: Apache-2.0
package accesses;

import io.shmem4j.LongView;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An access of PE 0 beside one of the last PE.
 *
 * @param label   the row's source line
 * @param results all that the PE which loads may see
 * @param setup   makes what the row uses beside a pair's words; collective
 * @param zero    what PE 0 does; sets {@code in} or {@code z}, or stores 1 to {@code x}
 * @param other   what the last PE does
 * @param limited whether it has a wait with a limit, which passes early in some schedules only
 * @param home    the PE whose {@code x} the last PE loads as the result, -2 for itself, or -1 if PE 0 has the result
 */
public record Row(String label, Set<Long> results, Function<Pair, Object> setup, Act<Object> zero,
    Act<Object> other, int home, boolean limited) {
    private static final int SPINS = 1000;
    private static final int LAST = -2;

    /** How the last PE loads the result. */
    public enum Look {
        /** Once, by acquire. */
        ONCE,
        /** By acquire until it sees the store. */
        POLL,
        /** Once, plainly. */
        PLAIN
    }

    /** What a PE does with what a row has made. */
    interface Act<T> {
        void on(Pair pair, T own) throws InterruptedException;
    }

    private static Row of(Set<Long> results, Consumer<Pair> zero, Consumer<Pair> other, int home) {
        return new Row(line(), results, p -> null, (p, _) -> zero.accept(p), (p, _) -> other.accept(p), home, false);
    }

    /** {@return a row whose access loads x into in or z, while the last PE stores 1 to every x} */
    static Row load(Consumer<Pair> access) {
        return of(Set.of(0L, 1L), p -> p.time(access), p -> {
            p.x.set(0, 1);
            p.s.p(p.x, 0, 1, 0);
        }, -1);
    }

    /** {@return a row whose access stores 1 to x of a PE, in no order with an earlier store to data} */
    static Row store(int home, Consumer<Pair> access) {
        return stores(Set.of(0L, 1L, 10L, 11L), home, access);
    }

    /** {@return a row whose access stores 1 to x of a PE, after all earlier stores} */
    static Row release(int home, Consumer<Pair> access) {
        return stores(Set.of(0L, 1L, 11L), home, access);
    }

    /** Results have the word that the row stores in their tens, and data in their ones. */
    private static Row stores(Set<Long> results, int home, Consumer<Pair> access) {
        return of(results, p -> {
            p.s.p(p.data, 0, 1, p.last);
            p.time(access);
        }, p -> { }, home);
    }

    /** {@return a row whose access stores 1 to data, and then to x of the last PE} */
    static Row carry(Consumer<Pair> access) {
        return of(Set.of(0L, 1L, 11L), p -> p.time(access), p -> { }, LAST);
    }

    /** {@return a row whose access waits for x, which does not order the last PE's store to data} */
    static Row await(Consumer<Pair> access) {
        return of(Set.of(0L, 1L), p -> {
            access.accept(p);
            p.in[0] = p.data.get(0);
        }, p -> {
            p.s.p(p.data, 0, 1, 0);
            p.s.atomicSet(p.x, 0, 1, 0);
        }, -1);
    }

    /** {@return a row of a collective, which loads x of PE 0 into z while the last PE's store of it is on its way} */
    static Row collective(Consumer<Pair> call) {
        return of(Set.of(0L, 1L), call, p -> {
            p.s.p(p.x, 0, 1, 0);
            call.accept(p);
        }, -1);
    }

    /** {@return a row of two accesses to an object of its own; PE 0 sets in} */
    @SuppressWarnings("unchecked")
    static <T> Row pair(Function<Pair, T> setup, Act<T> zero, Act<T> other) {
        return new Row(line(), Set.of(0L, 1L), setup::apply, (p, own) -> zero.on(p, (T) own),
            (p, own) -> other.on(p, (T) own), -1, false);
    }

    /** {@return this row, which has a wait with a limit} */
    Row asLimited() {
        return new Row(label, results, setup, zero, other, home, true);
    }

    private static String line() {
        return StackWalker.getInstance().walk(frames -> frames.filter(each -> each.getClassName().endsWith("Rows"))
            .reduce((_, caller) -> caller)).map(each -> each.getFileName() + ":" + each.getLineNumber()).orElseThrow();
    }

    /**
     * Runs the row once; collective.
     *
     * @return the result, -1 on PEs that have none
     */
    long run(Pair p, Look look) throws InterruptedException {
        Object own = setup.apply(p);
        p.own = own;
        p.s.barrierAll();
        long result = -1;
        if (p.me == 0) {
            zero.on(p, own);
            p.s.quiet();
            result = home == -1 ? p.in[0] + p.z.get(0) : -1;
        } else if (p.me == p.last) {
            other.on(p, own);
            result = home == -1 ? -1 : seen(p, look);
        }
        return result;
    }

    /** {@return whether it promises an order of two stores, for any reader} */
    boolean orders() {
        return results.size() == 3 && home >= 0;
    }

    private long seen(Pair p, Look look) {
        int from = home == LAST ? p.last : home;
        if (look == Look.PLAIN) {
            return 10 * p.s.g(p.x, 0, from) + p.data.get(0);
        }
        LongView view = p.s.view(p.x, from);
        long flag = view.getAcquire(0);
        for (int spins = 0; look == Look.POLL && flag == 0; spins++) {
            if (spins > SPINS) {
                Thread.yield();
            }
            flag = view.getAcquire(0);
        }
        return 10 * flag + p.data.get(0);
    }
}
