// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.ShmemException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes changes of shared objects while pages that nobody has touched can't be had: before each change a random part of
 * them, so that each first touch fails sometime. A change that throws is made again when all pages are there. At the
 * end the other PE looks: each change that returned is there once, and each that threw is there once or not at all.
 */
public final class ScarcePages {
    private static final int WARM_CHANGES = 20_000;
    private static final int MOST_CHANGES = 1 << 15;
    /** Too many for a gap before an aligned object. */
    private static final int PAGE_WORDS = 1 << 9;
    private static final int DONE = 1;
    private static final int THROWN = 2;

    private static final Map<String, Supplier<Subject>> SUBJECTS = new LinkedHashMap<>();

    static {
        ScarceSubjects.all(SUBJECTS);
        ScarceCalls.all(SUBJECTS);
    }

    /** One object, which PE 0 changes. */
    abstract static class Subject {
        Shmem shmem;
        /** Pages of both PEs. */
        Pages pages;

        /** Makes the object; collective. */
        abstract void make(int changes);

        /** {@return whether pages of a PE are hidden} That PE alone touches them, or PE 0 does. */
        boolean isScarceAt(int pe) {
            return true;
        }

        /** {@return the number of changes for a wanted number of usual ones} */
        int changes(int wanted) {
            return wanted;
        }

        /** Continues on both PEs after the pages are known. */
        void begin() {
        }

        /** Makes a change of its own number, of which others can tell it. */
        abstract void change(long number);

        /** Continues on both PEs between changes. */
        void serve() {
        }

        /** Ends all changes, and reports each that has happened; on both PEs. */
        abstract void end();

        /** Reports that a change has happened. */
        final void happened(long number) {
            if (number <= 0 || number > MOST_CHANGES) {
                throw new AssertionError("PE " + shmem.myPe() + ": nobody has made a change " + number);
            }
            shmem.add(counts, number, 1, 1);
        }

        final boolean hasHappened(long number) {
            return shmem.g(counts, number, 1) > 0;
        }
    }

    /** Pages of one object on all PEs. */
    static final class Pages {
        private final List<MissingPages> parts = new ArrayList<>();
        private final Random random;
        private boolean used;
        private boolean hidden;

        private Pages(Subject subject, SymmetricLongs before, SymmetricLongs after, Random random) {
            this.random = random;
            for (int pe = 0; pe < subject.shmem.nPes(); pe++) {
                if (subject.isScarceAt(pe)) {
                    parts.add(new MissingPages(subject.shmem.ptr(before, pe).address(),
                        subject.shmem.ptr(after, pe).address()));
                }
            }
        }

        /** Hides all that is untouched at first, so that a change throws; later a random part of it. */
        void hide() {
            double part = !used || random.nextInt(4) == 0 ? 1 : random.nextBoolean() ? 0.5 : 0.1;
            used = true;
            for (MissingPages each : parts) {
                BitSet pages = each.untouched();
                pages.stream().filter(page -> random.nextDouble() >= part).forEach(pages::clear);
                each.hide(pages);
            }
            hidden = true;
        }

        void show() {
            parts.forEach(MissingPages::show);
            hidden = false;
        }
    }

    private static SymmetricLongs counts;
    private static SymmetricLongs fates;
    private static SymmetricLongs flag;
    private static long flagged;
    private static long thrown;

    private ScarcePages() {
    }

    static List<String> subjects() {
        return List.copyOf(SUBJECTS.keySet());
    }

    /** Arguments: a seed, the number of rounds, changes in a round, and subjects, all where there are none. */
    public static void main(String[] args) {
        Random random = new Random(Long.parseLong(args[0]));
        int rounds = Integer.parseInt(args[1]);
        int changes = Integer.parseInt(args[2]);
        List<String> wanted = List.of(args).subList(3, args.length);
        try (Shmem shmem = Shmem.init()) {
            counts = shmem.allocateLongs(MOST_CHANGES + 1);
            fates = shmem.allocateLongs(MOST_CHANGES + 1);
            flag = shmem.allocateLongs(1);
            for (Map.Entry<String, Supplier<Subject>> each : SUBJECTS.entrySet()) {
                if (!wanted.isEmpty() && !wanted.contains(each.getKey())) {
                    continue;
                }
                thrown = 0;
                if (rounds > 1) {
                    round(shmem, each, WARM_CHANGES, null);
                }
                for (int round = 0; round < rounds; round++) {
                    round(shmem, each, changes, random);
                }
                if (shmem.myPe() == 0) {
                    System.out.println(each.getKey() + ": " + thrown + " thrown");
                }
            }
            shmem.finish();
        }
    }

    private static void round(Shmem shmem, Map.Entry<String, Supplier<Subject>> named, int wanted, Random random) {
        Subject subject = named.getValue().get();
        subject.shmem = shmem;
        int changes = subject.changes(wanted);
        counts.local().fill((byte) 0);
        fates.local().fill((byte) 0);
        SymmetricLongs before = shmem.allocateLongs(PAGE_WORDS);
        subject.make(2 * changes);
        SymmetricLongs after = shmem.allocateLongs(PAGE_WORDS);
        shmem.barrierAll();
        flagged++;
        subject.pages = random == null || shmem.myPe() == 1 ? null : new Pages(subject, before, after, random);
        subject.begin();
        if (shmem.myPe() == 0) {
            change(subject, changes);
            shmem.atomicSet(flag, 0, flagged, 1);
        } else {
            while (flag.getAcquire(0) != flagged) {
                subject.serve();
            }
        }
        subject.end();
        shmem.barrierAll();
        if (shmem.myPe() == 1) {
            compare(named.getKey());
        }
        shmem.barrierAll();
    }

    private static void change(Subject subject, int changes) {
        Pages pages = subject.pages;
        long number = 0;
        for (int i = 0; i < changes; i++) {
            if (pages != null && !pages.hidden) {
                pages.hide();
            }
            number++;
            if (!happens(subject, number)) {
                pages.show();
                number++;
                if (!happens(subject, number)) {
                    throw new AssertionError("change " + number + " throws with all pages");
                }
            }
            serve(subject);
        }
        if (pages != null) {
            pages.show();
        }
    }

    private static boolean happens(Subject subject, long number) {
        try {
            subject.change(number);
            subject.shmem.p(fates, number, DONE, 1);
            return true;
        } catch (InternalError | IllegalStateException | ShmemException e) {
            refuseOthers(subject, e);
            subject.shmem.p(fates, number, THROWN, 1);
            return false;
        }
    }

    private static void serve(Subject subject) {
        try {
            subject.serve();
        } catch (InternalError | IllegalStateException e) {
            refuseOthers(subject, e);
            subject.pages.show();
            subject.serve();
        }
    }

    /** Passes on what is not for want of a page. */
    private static void refuseOthers(Subject subject, Throwable e) {
        if (subject.pages == null || !subject.pages.hidden) {
            throw new AssertionError("with all pages", e);
        }
        if (!e.getMessage().contains("unsafe memory access") && !e.getMessage().contains("file system")) {
            throw new AssertionError("not for want of a page", e);
        }
        thrown++;
    }

    private static void compare(String name) {
        long wrong = 0;
        String first = "";
        for (long number = 1; number <= MOST_CHANGES; number++) {
            long fate = fates.get(number);
            long count = counts.get(number);
            if (count > 1 || fate == DONE && count == 0 || fate == 0 && count > 0) {
                first = wrong++ == 0 ? "change " + number + (fate == DONE ? " returned" : fate == THROWN ? " threw"
                    : " was not made") + " and is there " + count + " times" : first;
            }
        }
        if (wrong > 0) {
            System.out.println(name + ": " + wrong + " wrong; " + first);
        }
    }
}
