// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.failing.Operation;
import io.shmem4j.failing.Operation.Part;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Long calls of all PEs that a PE continues, after an error, by calling them again. */
public final class ResumedOperations implements Supplier<List<Operation>> {
    private static final int PES = 3;

    @Override
    public List<Operation> get() {
        return List.of(Operation.collective("run a pool", List.of("WorkPool.run"), Running::new),
            Operation.collective("finish messages", List.of("Messages.finish"), Finishing::new),
            Operation.collective("barrier of a batch", List.of("Batch.barrier"), Meeting::new));
    }

    /** Each PE adds a task, which adds another one. */
    private static final class Running extends Part {
        private final Shmem shmem;
        private final WorkPool pool;
        private long number;

        Running(Shmem shmem) {
            this.shmem = shmem;
            this.pool = WorkPool.allocate(shmem, 64, 1 << 16);
        }

        @Override
        public void before() {
            number += 2 * PES;
            pool.add(number + shmem.myPe());
        }

        @Override
        public void call() {
            pool.run(task -> {
                pool.result(task);
                if (task - number < PES) {
                    pool.add(task + PES);
                }
            });
        }

        @Override
        public void check(Throwable thrown) {
            List<Long> results = new ArrayList<>();
            pool.forEachResult(results::add);
            List<Long> own = results.stream().filter(result -> result >= number).sorted().toList();
            if (!own.equals(LongStream.range(number, number + 2 * PES).boxed().toList())) {
                throw new AssertionError("results " + own + " from " + number);
            }
            shmem.barrierAll();
        }
    }

    /** Each PE sends a message, which two PEs send on. */
    private static final class Finishing extends Part {
        private final Shmem shmem;
        private final Messages messages;
        private final int handler;
        private final List<Long> arrived = new ArrayList<>();
        private long number;

        Finishing(Shmem shmem) {
            this.shmem = shmem;
            this.messages = Messages.allocate(shmem);
            this.handler = messages.handler((from, payload) -> {
                arrived.add(payload.get());
                send(payload.get(1) - 1);
            });
            messages.open();
        }

        private void send(long left) {
            if (left > 0) {
                messages.send((shmem.myPe() + 1) % PES, handler, number, left);
            }
        }

        @Override
        public void before() {
            number++;
            shmem.barrierAll();
            send(PES);
        }

        @Override
        public void call() {
            messages.finish();
        }

        @Override
        public void check(Throwable thrown) {
            if (arrived.size() != PES || arrived.stream().anyMatch(each -> each != number)) {
                throw new AssertionError("arrived " + arrived + " of " + number);
            }
            arrived.clear();
            shmem.barrierAll();
        }

        @Override
        public void end() {
            messages.free();
        }
    }

    private static final class Meeting extends Part {
        private final Shmem shmem;
        private final SymmetricLongs counts;
        private final Batch batch;
        private long number;

        Meeting(Shmem shmem) {
            this.shmem = shmem;
            this.counts = shmem.allocateLongs(PES);
            this.batch = Batch.allocate(shmem, counts);
        }

        @Override
        public void before() {
            number++;
            IntStream.range(0, PES).forEach(pe -> batch.inc(counts, shmem.myPe(), pe));
        }

        @Override
        public void call() {
            batch.barrier();
        }

        @Override
        public void check(Throwable thrown) {
            for (int pe = 0; pe < PES; pe++) {
                if (counts.get(pe) != number) {
                    throw new AssertionError("PE " + pe + " has counted " + counts.get(pe) + ", not " + number);
                }
            }
            shmem.barrierAll();
        }

        @Override
        public void end() {
            batch.free();
        }
    }
}
