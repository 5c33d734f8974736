// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;
import io.shmem4j.failing.Operation;
import io.shmem4j.failing.Operation.Part;
import java.util.List;
import java.util.function.Supplier;

/** What PEs change by objects. */
public final class ChronicleOperations implements Supplier<List<Operation>> {
    private static final int BYTES = 40;

    @Override
    public List<Operation> get() {
        return List.of(Operation.whole("put", List.of("SymmetricObjects.put"), Puts::new),
            Operation.allocation("SymmetricObjects", shmem -> SymmetricObjects.allocate(shmem, 2, BYTES)::free));
    }

    /** Each call puts the next object; PE 1 looks which one it has. */
    private static final class Puts extends Part {
        private final Shmem shmem;
        private final SymmetricObjects objects;
        private final Trade trade = new Trade();
        private long number;
        private long last;

        Puts(Shmem shmem) {
            this.shmem = shmem;
            this.objects = SymmetricObjects.allocate(shmem, 1, BYTES);
        }

        @Override
        public void call() {
            number++;
            objects.put(trade.set(number, number, "number " + number), 0, 1);
        }

        @Override
        public void meanwhile() {
            number++;
        }

        @Override
        public void check(Throwable thrown) {
            if (shmem.myPe() == 0) {
                return;
            }
            long seen = objects.get(trade, 0, 1) ? trade.number : 0;
            if (seen != number && (thrown == null || seen != last)
                || seen > 0 && !trade.name.toString().equals("number " + seen)) {
                throw new AssertionError("seen " + seen + " after " + number + ", before " + last + ": " + trade);
            }
            last = seen;
        }
    }
}
