// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The order in which messages and receives meet, compared with lists that are searched from their beginning. */
class MatchListTest {
    private static final class Item extends Entry {
        private final int name;

        private Item(int name, int context, int source, int tag) {
            this.name = name;
            match(context, source, tag);
        }

        @Override
        public String toString() {
            return name + ": " + context + "/" + source + "/" + tag;
        }
    }

    private static Item firstOf(List<Item> items, Item other) {
        return items.stream().filter(item -> item.context == other.context
            && (item.source < 0 || other.source < 0 || item.source == other.source)
            && (item.tag < 0 || other.tag < 0 || item.tag == other.tag)).findFirst().orElse(null);
    }

    /** Posts receives and lets messages arrive, in random order; few values, so many match. */
    private static void runOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MatchList<Item> receives = new MatchList<>();
        MatchList<Item> messages = new MatchList<>();
        List<Item> receivesInOrder = new ArrayList<>();
        List<Item> messagesInOrder = new ArrayList<>();
        int sources = random.nextInt(1, 5);
        int tags = random.nextInt(1, 5);
        int steps = random.nextInt(1, seed % 100 == 0 ? 2000 : 60);
        int wild = random.nextInt(5);
        int more = random.nextInt(1, 10);
        for (int step = 0; step < steps; step++) {
            boolean posts = random.nextInt(10) < more;
            boolean any = posts && random.nextInt(5) < wild;
            Item item = new Item(step, random.nextInt(2), any && random.nextBoolean() ? Entry.ANY
                : random.nextInt(sources), any && random.nextBoolean() ? Entry.ANY : random.nextInt(tags));
            MatchList<Item> others = posts ? messages : receives;
            List<Item> othersInOrder = posts ? messagesInOrder : receivesInOrder;
            Item expected = firstOf(othersInOrder, item);
            Item found = others.find(item.context, item.source, item.tag);
            assertEquals(expected, found, () -> "seed " + seed + ", of " + item);
            if (found == null) {
                (posts ? receives : messages).add(item);
                (posts ? receivesInOrder : messagesInOrder).add(item);
            } else {
                others.remove(found);
                othersInOrder.remove(found);
            }
            if (random.nextInt(20) == 0 && !receivesInOrder.isEmpty()) {
                receives.remove(receivesInOrder.remove(random.nextInt(receivesInOrder.size())));
            }
        }
        assertEquals(receivesInOrder.size(), receives.size());
        List<Item> left = new ArrayList<>();
        for (Item each = messages.first(); each != null; each = messages.after(each)) {
            left.add(each);
        }
        assertEquals(messagesInOrder, left);
    }

    @Test
    void randomProgramsMeetAsInLists() {
        for (long seed = 0; seed < 2000; seed++) {
            runOne(seed);
        }
    }

    @Thorough
    @Test
    void moreRandomProgramsMeetAsInLists() {
        for (long seed = 2000; seed < 100_000; seed++) {
            runOne(seed);
        }
    }
}
