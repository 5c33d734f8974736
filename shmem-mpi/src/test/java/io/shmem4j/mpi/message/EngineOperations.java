// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.Shmem;
import io.shmem4j.failing.Operation.Part;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits of PE 0 for a message, after which other threads of the PE must still get their turn. */
public final class EngineOperations implements Supplier<List<io.shmem4j.failing.Operation>> {
    private static final Layout INT = Layout.of(Kind.INT);
    private static final long PATIENCE_SECONDS = 5;

    @Override
    public List<io.shmem4j.failing.Operation> get() {
        return List.of(io.shmem4j.failing.Operation.whole("await", List.of("Engine.await"), Awaiting::new));
    }

    private static final class Awaiting extends Part {
        private final Shmem shmem;
        private final Engine engine;
        private final int[] got = new int[1];
        private Operation receive;
        private int tag;

        Awaiting(Shmem shmem) {
            this.shmem = shmem;
            this.engine = Engine.begin(shmem);
        }

        @Override
        public void before() {
            tag++;
            if (shmem.myPe() == 0) {
                receive = engine.world().receive(got, 0, 1, INT, 1, tag);
            } else {
                engine.await(engine.world().send(new int[] {tag}, 0, 1, INT, 0, tag, false));
            }
        }

        @Override
        public void call() {
            engine.await(receive);
        }

        @Override
        public void check(Throwable thrown) throws InterruptedException {
            if (shmem.myPe() == 0) {
                Thread other = new Thread(engine::poll, "other");
                other.setDaemon(true);
                other.start();
                other.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
                if (other.isAlive()) {
                    throw new AssertionError("another thread can't call after " + thrown);
                }
                // A message whose handling an error ends counts as received.
                if (thrown == null && got[0] != tag) {
                    throw new AssertionError("got " + got[0]);
                }
                engine.cancel(receive);
            }
        }
    }
}
