// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Shmem;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** One PE's run of a case: the PE's numbers, and checks that collect their failures. */
public final class Trial {
    /** This PE's handle when the case starts. */
    public final Shmem shmem;
    /** Its number. */
    public final int me;
    /** Number of PEs. */
    public final int n;
    /** The next PE, round the ring. */
    public final int right;
    /** The PE before, round the ring. */
    public final int left;

    private static final int MOST_REPORTED = 5;
    private static final int SPINS = 500;
    /** Divisor of all round counts, for jobs in which a round takes messages instead of stores. */
    private static final int FEWER = Integer.getInteger("conformance.fewer", 1);

    private final List<String> failures = new ArrayList<>();
    private int failed;

    Trial(Shmem shmem) {
        this.shmem = shmem;
        this.me = shmem.myPe();
        this.n = shmem.nPes();
        this.right = (me + 1) % n;
        this.left = (me + n - 1) % n;
    }

    /** Something that can fail. */
    @FunctionalInterface
    public interface Action {
        /** Does it. */
        void run() throws Exception;
    }

    /**
     * Spreads a number of rounds over the PEs, so that a case takes about as long with many as with few.
     *
     * @return rounds for each PE, at least 8
     */
    public int rounds(int total) {
        return Math.max(8, 2 * total / Math.max(2, n) / FEWER);
    }

    /** Polls a condition: spins first, then yields. */
    public void until(BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Checks a condition. */
    public void holds(boolean condition, String what) {
        if (!condition) {
            fail(what);
        }
    }

    /** Checks a whole number. */
    public void equal(long expected, long actual, String what) {
        if (expected != actual) {
            fail(what + " is " + actual + ", not " + expected);
        }
    }

    /** Checks a floating-point number, to the bit. */
    public void equal(double expected, double actual, String what) {
        if (Double.doubleToLongBits(expected) != Double.doubleToLongBits(actual)) {
            fail(what + " is " + actual + ", not " + expected);
        }
    }

    /** Checks an object, or an array element by element. */
    public void equal(Object expected, Object actual, String what) {
        if (Objects.deepEquals(expected, actual)) {
            return;
        }
        if (expected != null && actual != null && expected.getClass().isArray()
            && expected.getClass() == actual.getClass()) {
            mismatch(expected, actual, what);
        } else {
            fail(what + " is " + actual + ", not " + expected);
        }
    }

    private void mismatch(Object expected, Object actual, String what) {
        int length = Array.getLength(expected);
        if (Array.getLength(actual) != length) {
            fail(what + " has length " + Array.getLength(actual) + ", not " + length);
            return;
        }
        for (int i = 0; i < length; i++) {
            if (!Objects.deepEquals(Array.get(expected, i), Array.get(actual, i))) {
                fail(what + ", element " + i + " is " + Array.get(actual, i) + ", not " + Array.get(expected, i));
                return;
            }
        }
    }

    /**
     * Checks that something fails with an exception of a kind and with words in its message.
     *
     * @param kind its class or one above
     */
    public void fails(Class<? extends Throwable> kind, Action action, String... words) {
        try {
            action.run();
        } catch (Throwable thrown) {
            if (!kind.isInstance(thrown)) {
                fail("threw " + thrown + ", not " + kind.getSimpleName());
                return;
            }
            for (String word : words) {
                if (thrown.getMessage() == null || !thrown.getMessage().contains(word)) {
                    fail("the message has no '" + word + "': " + thrown.getMessage());
                }
            }
            return;
        }
        fail("threw nothing, not " + kind.getSimpleName());
    }

    /** Notes a failure. */
    public void fail(String what) {
        failed++;
        if (failures.size() < MOST_REPORTED) {
            failures.add(what + site());
        }
    }

    private static String site() {
        return StackWalker.getInstance().walk(frames -> frames
            .filter(f -> !f.getClassName().equals(Trial.class.getName())).findFirst()
            .map(f -> " (" + f.getFileName() + ":" + f.getLineNumber() + ")").orElse(""));
    }

    int failed() {
        return failed;
    }

    List<String> failures() {
        return failures;
    }
}
