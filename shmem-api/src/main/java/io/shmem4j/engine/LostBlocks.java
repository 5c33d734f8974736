// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds blocks that the program has lost: it has no handle to them any more, so it can't free them.
 *
 * <p>It asks the garbage collector when a line allocates again while its earlier blocks are still there, and again when
 * there are twice as many. The end of a session would be too late, because compiled code drops a handle after its last
 * use.
 */
final class LostBlocks {
    private final Map<String, Integer> nextLooks = new HashMap<>();

    /** Looks at the blocks of a line that is about to allocate one more. */
    void look(List<Block> live, String site) {
        List<Block> alike = live.stream().filter(block -> block.site.equals(site)).toList();
        if (alike.size() >= nextLooks.getOrDefault(site, 1)) {
            nextLooks.put(site, 2 * alike.size());
            System.gc();
            alike.forEach(Block::lookForHandles);
        }
    }

    void clear() {
        nextLooks.clear();
    }
}
