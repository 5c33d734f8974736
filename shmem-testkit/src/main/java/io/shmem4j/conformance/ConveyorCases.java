// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Conveyor;
import java.util.SplittableRandom;

/** Conveyors: no item is lost, order is kept, items may cause further items, and misuse is reported. */
public final class ConveyorCases {
    private static final long SEED = 0xc0;

    /** {@return the items that a PE sends each PE, which all can count} */
    private static int[] shares(Trial t, int pe, int items) {
        SplittableRandom random = new SplittableRandom(SEED + pe);
        int[] shares = new int[t.n];
        for (int i = 0; i < items; i++) {
            shares[random.nextInt(t.n)]++;
        }
        return shares;
    }

    private static void scatter(Trial t, Conveyor conveyor, int items) {
        SplittableRandom random = new SplittableRandom(SEED + t.me);
        int[] received = new int[t.n];
        int[] numbers = new int[t.n];
        int pushed = 0;
        int target = random.nextInt(t.n);
        while (conveyor.advance(pushed == items)) {
            while (pushed < items && conveyor.push(target, numbers[target])) {
                numbers[target]++;
                pushed++;
                target = random.nextInt(t.n);
            }
            while (conveyor.pull()) {
                t.equal(received[conveyor.from()], conveyor.item(), "number of an item of PE " + conveyor.from());
                received[conveyor.from()]++;
            }
        }
        for (int pe = 0; pe < t.n; pe++) {
            t.equal(shares(t, pe, items)[t.me], received[pe], "items of PE " + pe);
        }
    }

    @Case
    public void everyItemArrivesInItsSendersOrder(Trial t) {
        Conveyor conveyor = Conveyor.allocate(t.shmem, 1);
        scatter(t, conveyor, t.rounds(40_000));
        conveyor.restart();
        scatter(t, conveyor, t.rounds(4_000));
        conveyor.restart();
        scatter(t, conveyor, 0);
        conveyor.free();
    }

    @Case
    public void wideItemsStayTogether(Trial t) {
        Conveyor conveyor = Conveyor.allocate(t.shmem, 3);
        int items = t.rounds(4_000);
        int pushed = 0;
        int pulled = 0;
        while (conveyor.advance(pushed == items)) {
            while (pushed < items && conveyor.push(t.right, pushed, -pushed, t.me)) {
                pushed++;
            }
            while (conveyor.pull()) {
                t.equal(pulled, conveyor.item(), "first long");
                t.equal(-pulled, conveyor.item(1), "second long");
                t.equal(t.left, conveyor.item(2), "third long");
                pulled++;
            }
        }
        t.equal(items, pulled, "items pulled");
        conveyor.free();
    }

    /** Buffers that never fill travel when there is nothing else to do. */
    @Case
    public void itemsFollowFromItems(Trial t) {
        Conveyor conveyor = Conveyor.allocate(t.shmem, 1);
        int visits = 5 * t.n;
        int pulled = 0;
        // Each PE's token goes round the ring five times; here it begins.
        long toPush = visits - 1;
        while (conveyor.advance(pulled == visits && toPush < 0)) {
            while (toPush >= 0 && conveyor.push(t.right, toPush)) {
                toPush = -1;
                if (conveyor.pull()) {
                    pulled++;
                    toPush = conveyor.item() - 1;
                }
            }
            if (toPush < 0 && conveyor.pull()) {
                pulled++;
                toPush = conveyor.item() - 1;
            }
        }
        t.equal(visits, pulled, "tokens seen");
        conveyor.free();
    }

    /** Every PE asks all PEs in turn and answers their questions; without room it gives the answer later. */
    @Case
    public void questionsAreAnswered(Trial t) {
        Conveyor questions = Conveyor.allocate(t.shmem, 2);
        Conveyor answers = Conveyor.allocate(t.shmem, 2);
        int items = t.rounds(6_000);
        int asked = 0;
        int answered = 0;
        long sum = 0;
        boolean open = true;
        boolean more = true;
        while (more) {
            open = questions.tryAdvance(asked == items);
            more = answers.tryAdvance(!open);
            while (asked < items && questions.push((t.me + asked) % t.n, asked, t.me)) {
                asked++;
            }
            while (questions.pull()) {
                t.equal(questions.from(), questions.item(1), "who asks");
                if (!answers.push(questions.from(), questions.item(), 10_000L * t.me)) {
                    questions.unpull();
                    break;
                }
            }
            while (answers.pull()) {
                t.equal((t.me + answers.item()) % t.n * 10_000, answers.item(1), "an answer");
                sum += answers.item();
                answered++;
            }
            Thread.yield();
        }
        t.equal(items, answered, "questions answered");
        t.equal((long) items * (items - 1) / 2, sum, "their numbers");
        answers.free();
        questions.free();
    }

    @Case
    public void anItemGivenBackComesAgain(Trial t) {
        Conveyor conveyor = Conveyor.allocate(t.shmem, 1);
        int items = t.rounds(100);
        int pushed = 0;
        int pulled = 0;
        while (conveyor.advance(pushed == items)) {
            while (pushed < items && conveyor.push(t.right, pushed)) {
                pushed++;
            }
            while (conveyor.pull()) {
                conveyor.unpull();
                t.fails(IllegalStateException.class, conveyor::item, "pull has to return true first");
                t.fails(IllegalStateException.class, conveyor::unpull, "pull has to return true first");
                t.holds(conveyor.pull(), "the item is there again");
                t.equal(pulled++, conveyor.item(), "the item");
            }
        }
        t.equal(items, pulled, "items pulled");
        conveyor.free();
    }
}
