// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import java.util.Iterator;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Functions of parallel streams and tasks of timers that use one array. Lines of a race are marked by 1 and 2. */
final class StreamCases {
    private static final int MANY = 8;

    private StreamCases() {
    }

    static void mappedElementsRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            IntStream.range(0, 2).parallel().map(i -> {
                if (i == 0) {
                    a.set(0, 1); // 1
                    return 0;
                }
                return a.get(0); // 2
            }).sum();
        }
    }

    static void filteredElementsRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            Stream.of(0, 1).parallel().filter(i -> {
                if (i == 0) {
                    a.set(0, 1); // 1
                    return false;
                }
                return a.get(0) == 1; // 2
            }).toList();
        }
    }

    static void twoFunctionsRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(2);
        if (s.myPe() == 0) {
            IntStream.range(0, 2).parallel().boxed().peek(i -> {
                a.set(i, 1); // 1
            }).noneMatch(i -> {
                return a.get(1 - i) == 5; // 2
            });
        }
    }

    /** One element's functions run one after the other, in one thread. */
    static void functionsOfAnElementClean(Shmem s) {
        SymmetricInts a = s.allocateInts(MANY);
        if (s.myPe() == 0) {
            IntStream elements = IntStream.range(0, MANY).parallel().map(i -> {
                a.set(i, a.get(i) + 1);
                return i;
            });
            a.fill(3);
            elements.filter(i -> a.get(i) == 4).mapToObj(i -> i).peek(i -> a.set(i, 5)).forEach(i -> a.set(i, 6));
            a.fill(7);
        }
    }

    /** Functions that a stream needs all elements for, or that one thread calls for several. */
    static void otherFunctionsClean(Shmem s) {
        SymmetricInts a = s.allocateInts(MANY);
        if (s.myPe() == 0) {
            IntStream.range(0, MANY).map(i -> set(a, i)).parallel().map(i -> set(a, i)).sorted().map(i -> set(a,
                MANY - 1 - i)).sum();
            IntStream.range(0, MANY).parallel().map(i -> set(a, i)).flatMap(i -> IntStream.of(i, i).map(k ->
                set(a, i))).forEach(i -> set(a, i));
            IntStream.range(0, MANY).parallel().map(i -> set(a, i)).forEachOrdered(i -> set(a, 0));
            Map<Integer, int[]> all = IntStream.range(0, MANY).parallel().mapToObj(i -> new int[] {i}).collect(
                Collectors.toMap(each -> each[0]++, each -> each));
            all.get(0)[0]++;
            IntStream.range(0, MANY).parallel().mapToObj(i -> new int[] {i}).collect(() -> new int[1],
                (sum, each) -> sum[0] += each[0], (sum, more) -> sum[0] += more[0])[0]++;
            Iterator<int[]> each = IntStream.range(0, MANY).parallel().mapToObj(i -> new int[] {i}).iterator();
            while (each.hasNext()) {
                each.next()[0]++;
            }
            a.fill(2);
        }
    }

    private static int set(SymmetricInts a, int i) {
        a.set(i, a.get(i) + 1);
        return i;
    }

    /** A stream that is not parallel orders nothing. */
    static void loopBesideAThreadRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            Thread other = new Thread(() -> a.set(0, 1)); // 1
            other.start();
            IntStream.range(0, 2).forEach(_ -> { });
            a.set(0, 2); // 2
            other.join();
        }
    }

    private static TimerTask task(Runnable work) {
        return new TimerTask() {
            @Override
            public void run() {
                work.run();
            }
        };
    }

    static void timerRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            Timer timer = new Timer(true);
            CountDownLatch done = new CountDownLatch(1);
            timer.schedule(task(() -> {
                a.set(0, 1); // 1
                done.countDown();
            }), 0);
            a.set(0, 2); // 2
            done.await();
            timer.cancel();
        }
    }

    static void timerClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            a.set(0, 1);
            Timer timer = new Timer(true);
            CountDownLatch done = new CountDownLatch(3);
            CountDownLatch once = new CountDownLatch(1);
            TimerTask own = task(() -> a.set(0, 4));
            timer.scheduleAtFixedRate(task(() -> {
                if (done.getCount() > 0) {
                    a.set(0, 2);
                    done.countDown();
                }
            }), 0, 1);
            timer.schedule(task(() -> {
                a.set(0, 3);
                once.countDown();
            }), 0);
            done.await();
            once.await();
            timer.cancel();
            timer = new Timer(true);
            timer.schedule(own, Long.MAX_VALUE >> 1);
            a.set(0, 5);
            own.run();
            timer.cancel();
        }
    }
}
