// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.channel.Channel;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.nonblocking.NonBlocking;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Each structure allocates once: a death between two allocations would leave the first of them on some PEs only. */
class OneAllocationTest {
    /** {@return the number in the name of a new allocation} */
    private static int allocations(Shmem shmem) {
        return Integer.parseInt(shmem.allocateLongs(1).name().replaceFirst(".*#", ""));
    }

    private static <T> void assertOne(Function<Shmem, T> prepare, Consumer<T> make) {
        Shmem.run(1, () -> {
            try (Shmem shmem = Shmem.init()) {
                T prepared = prepare.apply(shmem);
                int before = allocations(shmem);
                make.accept(prepared);
                assertEquals(before + 2, allocations(shmem));
            }
        });
    }

    private static void assertOne(Consumer<Shmem> make) {
        assertOne(Function.identity(), make);
    }

    @Test
    void ofHalos() {
        assertOne(shmem -> SymmetricLongs2D.allocate(shmem, 3, 3), grid -> grid.halo(1, true));
    }

    @Test
    void ofChannels() {
        assertOne(Channel::allocate);
    }

    @Test
    void ofNonBlockingCollectives() {
        assertOne(NonBlocking::allocate, all -> all.on(Shmem.current().world(), 2));
    }

    @Test
    void ofContainersAndMessages() {
        assertOne(shmem -> GlobalLongs.cyclic(shmem, 8));
        assertOne(shmem -> GlobalQueue.allocate(shmem, 4, 0));
        assertOne(shmem -> WorkPool.allocate(shmem, 8, 8));
        assertOne(shmem -> GlobalMap.allocate(shmem, String.class, Long.class, 1 << 15, GlobalMap.WhenFull.REFUSE));
        assertOne(Messages::allocate);
    }
}
