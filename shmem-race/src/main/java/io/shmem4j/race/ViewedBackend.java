// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.order.PeRaces;
import io.shmem4j.spi.AnnouncedWords;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.ForwardingBackend;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Words;

/** The backend of objects and views. It reports loads and stores as made by the calling thread. */
final class ViewedBackend extends ForwardingBackend {
    private final PeRaces races;

    ViewedBackend(Backend backend, PeRaces races) {
        super(backend);
        this.races = races;
    }

    @Override
    public Words words(int pe) {
        return new ViewedWords(backend.words(pe), pe);
    }

    @Override
    public Words own() {
        return new ViewedWords(backend.own(), backend.pe());
    }

    @Override
    public void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        races.thread().load(fromPe, fromOffset, bytes);
        races.thread().store(toPe, toOffset, bytes);
        backend.copy(toPe, toOffset, fromPe, fromOffset, bytes);
    }

    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        races.thread().load(leftPe, left, bytes);
        races.thread().load(rightPe, right, bytes);
        races.thread().store(toPe, to, bytes);
        backend.combine(kernel, toPe, to, leftPe, left, rightPe, right, bytes);
    }

    /** Words of a PE. */
    private final class ViewedWords extends AnnouncedWords {
        private final int pe;

        ViewedWords(Words words, int pe) {
            super(words);
            this.pe = pe;
        }

        @Override
        protected void loads(long offset, long bytes) {
            races.thread().load(pe, offset, bytes);
        }

        @Override
        protected void stores(long offset, long bytes) {
            races.thread().store(pe, offset, bytes);
        }

        @Override
        protected void acquires(long offset, int bytes) {
            // Reported with the value that is seen.
        }

        @Override
        protected void acquired(long offset, int bytes, long value) {
            races.thread().acquired(pe, offset, bytes, value);
        }

        @Override
        protected void releases(long offset, int bytes, long value) {
            races.thread().releases(pe, offset, bytes, value);
        }
    }
}
