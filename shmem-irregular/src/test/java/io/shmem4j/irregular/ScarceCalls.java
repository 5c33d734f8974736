// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Locks, allocations and snapshots, for {@link ScarcePages}. */
final class ScarceCalls {
    private ScarceCalls() {
    }

    static void all(Map<String, Supplier<ScarcePages.Subject>> subjects) {
        subjects.put("locks", () -> new OfLocks(ShmemLock::lock));
        subjects.put("tried locks", () -> new OfLocks(lock -> {
            if (!lock.tryLock()) {
                throw new AssertionError("nobody has " + lock);
            }
        }));
        subjects.put("locks of both", OfSharedLocks::new);
        subjects.put("allocations", () -> new OfAllocations(false));
        subjects.put("reallocations", () -> new OfAllocations(true));
        subjects.put("snapshots", OfSnapshots::new);
    }

    private interface Taking {
        void take(ShmemLock lock);
    }

    private static final class OfLocks extends ScarcePages.Subject {
        private static final int STEP = 8;
        private final Taking taking;
        private SymmetricLongs words;

        private OfLocks(Taking taking) {
            this.taking = taking;
        }

        @Override
        void make(int changes) {
            words = shmem.allocateLongs(STEP * (changes + 1L));
        }

        @Override
        void change(long number) {
            ShmemLock lock = words.lock(STEP * number);
            taking.take(lock);
            try {
                happened(number);
            } finally {
                lock.unlock();
            }
        }

        @Override
        void end() {
            shmem.barrierAll();
            for (long at = 0; shmem.myPe() == 1 && at < words.length(); at += STEP) {
                ShmemLock lock = words.lock(at);
                if (!lock.tryLock()) {
                    throw new AssertionError("lock " + at + " is still taken");
                }
                lock.unlock();
            }
        }
    }

    /** PE 1 competes for PE 0's present lock, so the PEs pass it to each other. Each lock guards a counter. */
    private static final class OfSharedLocks extends ScarcePages.Subject {
        /** Odd, so consecutive locks have different homes. */
        private static final int STEP = 9;
        private SymmetricLongs words;
        private SymmetricLongs asked;
        private SymmetricLongs counters;
        private SymmetricLongs total;
        private long mine;

        @Override
        boolean isScarceAt(int pe) {
            return pe == 0;
        }

        @Override
        void make(int changes) {
            asked = shmem.allocateLongs(1);
            total = shmem.allocateLongs(1);
            counters = shmem.allocateLongs(changes + 1L);
            words = shmem.allocateLongs(STEP * (changes + 1L));
        }

        private void count(long at) {
            ShmemLock lock = words.lock(STEP * at);
            lock.lock();
            try {
                shmem.p(counters, at, shmem.g(counters, at, 1) + 1, 1);
                mine++;
            } finally {
                lock.unlock();
            }
        }

        @Override
        void change(long number) {
            shmem.atomicSet(asked, 0, number, 1);
            count(number);
            happened(number);
        }

        @Override
        void serve() {
            if (shmem.myPe() == 1) {
                count(asked.getAcquire(0));
            }
        }

        @Override
        void end() {
            shmem.add(total, 0, mine, 1);
            shmem.barrierAll();
            long counted = LongStream.range(0, counters.length()).map(counters::get).sum();
            if (shmem.myPe() == 1 && counted != total.get(0)) {
                throw new AssertionError(total.get(0) + " calls counted to " + counted);
            }
        }
    }

    /** Calls of both PEs: PE 0 announces each, and repeats it alone if it throws. */
    private abstract static class OfMeetings extends ScarcePages.Subject {
        private SymmetricLongs asked;
        private long calls;

        @Override
        void make(int changes) {
            asked = shmem.allocateLongs(1);
        }

        final void ask(long call) {
            shmem.atomicSet(asked, 0, call, 1);
        }

        @Override
        void serve() {
            if (shmem.myPe() == 1 && asked.getAcquire(0) > calls) {
                calls++;
                answer();
            }
        }

        abstract void answer();
    }

    /** Objects that come and go where there has been a large one. */
    private static final class OfAllocations extends OfMeetings {
        private static final int LARGEST = 4000;
        private static final int MOST = 8;
        private static final int STEP = 61;
        private final boolean moves;
        private final Deque<SymmetricLongs> held = new ArrayDeque<>();
        private SymmetricLongs room;
        private long made;

        private OfAllocations(boolean moves) {
            this.moves = moves;
        }

        @Override
        boolean isScarceAt(int pe) {
            return pe == 0;
        }

        @Override
        int changes(int wanted) {
            return wanted / 40;
        }

        @Override
        void make(int changes) {
            super.make(changes);
            fillRoom();
        }

        private void fillRoom() {
            room = shmem.allocateLongs(2L * MOST * LARGEST);
        }

        @Override
        void begin() {
            room.free();
        }

        private void allocate() {
            long length = 2 + made * 997 % LARGEST;
            SymmetricLongs old = moves ? held.peekLast() : null;
            SymmetricLongs next;
            long kept = 0;
            if (old == null) {
                if (held.size() == MOST) {
                    free();
                }
                next = shmem.allocateLongs(length);
            } else {
                report(old);
                kept = Math.min(length, old.length());
                next = shmem.reallocate(old, length);
                held.removeLast();
            }
            made++;
            held.add(next);
            for (long at = 1; at < length; at += STEP) {
                if (next.get(at) != (at < kept ? at : 0)) {
                    throw new AssertionError("word " + at + " of object " + made + " is " + next.get(at));
                }
                next.set(at, at);
            }
        }

        private void report(SymmetricLongs object) {
            if (shmem.myPe() == 1) {
                happened(object.get(0));
            }
        }

        @Override
        void change(long number) {
            ask(made + 1);
            allocate();
            shmem.p(held.getLast(), 0, number, 1);
        }

        @Override
        void answer() {
            allocate();
        }

        private void free() {
            report(held.getFirst());
            held.removeFirst().free();
        }

        @Override
        void end() {
            shmem.barrierAll();
            while (!held.isEmpty()) {
                free();
            }
            fillRoom();
        }
    }

    /** A snapshot reads the pages of all objects, and a part of it never replaces an older one. */
    private static final class OfSnapshots extends OfMeetings {
        private final Path file = Path.of(System.getenv("SHMEM_CHECKPOINT"));
        private long made;

        @Override
        int changes(int wanted) {
            return wanted / 1000;
        }

        @Override
        void make(int changes) {
            super.make(changes);
            shmem.allocateLongs(1 << 15);
        }

        private Object key() {
            try {
                return Files.exists(file) ? Files.readAttributes(file, BasicFileAttributes.class).fileKey() : "none";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        void change(long number) {
            Object before = key();
            made++;
            ask(made);
            shmem.checkpoint();
            if (key().equals(before)) {
                throw new AssertionError("no snapshot of change " + number);
            }
            happened(number);
        }

        @Override
        void answer() {
            shmem.checkpoint();
        }

        @Override
        void end() {
            if (shmem.myPe() == 0 && !Files.isRegularFile(file)) {
                throw new AssertionError("no snapshot");
            }
        }
    }
}
