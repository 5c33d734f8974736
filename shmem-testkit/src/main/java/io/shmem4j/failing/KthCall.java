// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts the calls of one thread inside the library, and makes the k-th one fail.
 *
 * <p>{@link FailingLoader} puts a call of {@link #at} before each call and each allocation in the library. The first
 * two visits of a site count, so the numbers do not depend on how long a loop waits.
 *
 * <p>Threads: the armed thread alone changes the count. Another thread only compares itself with it.
 */
public final class KthCall {
    private static final int VISITS = 2;
    private static final List<String> SITES = new ArrayList<>();

    private static volatile Thread armed;
    private static Fault fault;
    private static int left;
    private static int counted;
    private static int all;
    private static int depth;
    private static byte[] visits;
    private static String happened;

    private KthCall() {
    }

    /** {@return the number of a new site} */
    static synchronized int site(String description) {
        SITES.add(description);
        return SITES.size() - 1;
    }

    private static synchronized String describe(int site) {
        return SITES.get(site);
    }

    /** Makes the k-th call fail that the calling thread makes from now on; k counts from 1. */
    public static void arm(Fault newFault, int k) {
        fault = newFault;
        left = k;
        counted = 0;
        all = 0;
        depth = newFault == Fault.END_OF_STACK ? frames() + k : 0;
        visits = new byte[1 << 18];
        happened = null;
        armed = Thread.currentThread();
    }

    /** {@return the site of the call that failed, or null if the k-th call was not reached} */
    public static String disarm() {
        armed = null;
        return happened;
    }

    /** {@return how many calls counted while a thread was armed last} */
    public static int counted() {
        return counted;
    }

    /** {@return how many calls a thread has made while it was armed last, each visit of a site} */
    public static int all() {
        return all;
    }

    /** Called before each call in the library. */
    public static void at(int site) {
        if (armed == Thread.currentThread()) {
            count(site);
        }
    }

    private static void count(int site) {
        all++;
        if (fault == Fault.END_OF_STACK) {
            // One frame for this method and one for its caller.
            int now = frames() - 2;
            counted = Math.max(counted, now - depth + left);
            if (now >= depth) {
                happen(site);
            }
        } else if (left > 0 && visits[site] < VISITS) {
            visits[site]++;
            counted++;
            if (--left == 0) {
                happen(site);
            }
        }
    }

    private static void happen(int site) {
        if (happened == null) {
            happened = describe(site);
        }
        fault.happen(happened);
    }

    private static int frames() {
        Thread was = armed;
        armed = null;
        try {
            return StackWalker.getInstance().walk(all -> (int) all.count()) - 1;
        } finally {
            armed = was;
        }
    }
}
