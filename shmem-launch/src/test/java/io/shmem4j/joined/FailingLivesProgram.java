// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Join;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.failing.FailingLoader;
import io.shmem4j.failing.Fault;
import io.shmem4j.failing.KthCall;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with the PEs 0 and 1 of a fault-tolerant job. In PE 0's join, close, finish or recover the first call inside
 * the library fails, then the second, up to the end. Whatever PE 0 got then, it may do the same once more, and both
 * go on: it is in or has left, and nobody is held up. Words: a fault, the distance of two such calls, and the calls.
 */
public final class FailingLivesProgram {
    private static final long LIMIT_SECONDS = 60;

    private final ExecutorService zero = Executors.newSingleThreadExecutor();
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private final Fault fault;
    private final int stride;
    private Shmem own;
    private Shmem other;
    private Throwable thrown;
    private String site;

    private FailingLivesProgram(Fault fault, int stride) {
        this.fault = fault;
        this.stride = stride;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        new FailingLoader().loadClass(FailingLivesProgram.class.getName()).getMethod("run", String[].class)
            .invoke(null, (Object) args);
    }

    /** Called as the failing loader has loaded it. */
    public static void run(String[] args) {
        for (int i = 2; i < args.length; i++) {
            FailingLivesProgram lives = new FailingLivesProgram(Fault.valueOf(args[0]), Integer.parseInt(args[1]));
            int k = 1;
            try {
                lives.round(args[i], Integer.MAX_VALUE);
                do {
                    lives.round(args[i], k);
                    k += lives.stride;
                } while (lives.site != null);
                System.out.println(args[i] + " whole or not done");
            } catch (Exception | Error e) {
                System.out.println(args[i] + ", call " + k + " at " + lives.site + " threw " + lives.thrown + ": " + e);
                e.printStackTrace();
                System.exit(1);
            }
        }
        System.exit(0);
    }

    private interface Call {
        Object run() throws Exception;
    }

    private static Shmem join(int pe) {
        return Join.named("failing").pe(pe).pes(2).heapSize("1m").faultTolerant().timeout(Duration.ofSeconds(10))
            .init();
    }

    private static Future<?> submit(ExecutorService thread, Call call) {
        return thread.submit(call::run);
    }

    private static Object get(Future<?> result) throws Exception {
        return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private void round(String call, int k) throws Exception {
        bothJoin();
        switch (call) {
            case "join" -> {
                get(submit(zero, () -> close(own)));
                get(submit(zero, () -> failing(k, () -> own = join(0))));
                if (thrown != null) {
                    own = (Shmem) get(submit(zero, () -> join(0)));
                }
                bothRecover();
            }
            case "close" -> {
                get(submit(zero, () -> failing(k, () -> close(own))));
                get(submit(zero, () -> close(own)));
                own = (Shmem) get(submit(zero, () -> join(0)));
                bothRecover();
            }
            case "recover" -> {
                get(submit(zero, () -> close(own)));
                own = (Shmem) get(submit(zero, () -> join(0)));
                Future<?> there = submit(one, () -> recover(other));
                get(submit(zero, () -> failing(k, () -> recover(own))));
                get(submit(zero, () -> recover(own)));
                get(there);
            }
            default -> { }
        }
        both(shmem -> {
            SymmetricLongs sum = shmem.allocateLongs(1);
            shmem.add(sum, 0, 1 + shmem.myPe(), 0);
            shmem.barrierAll();
            if (shmem.g(sum, 0, 0) != 3) {
                throw new AssertionError("the sum is " + shmem.g(sum, 0, 0));
            }
        });
        Future<?> there = submit(one, () -> finish(other));
        if (call.equals("finish")) {
            get(submit(zero, () -> failing(k, () -> finish(own))));
        }
        get(submit(zero, () -> finish(own)));
        get(there);
    }

    private void bothJoin() throws Exception {
        Future<?> there = submit(one, () -> join(1));
        own = (Shmem) get(submit(zero, () -> join(0)));
        other = (Shmem) get(there);
    }

    private void bothRecover() throws Exception {
        both(FailingLivesProgram::recover);
    }

    private interface Action {
        void of(Shmem shmem);
    }

    private void both(Action action) throws Exception {
        Future<?> there = submit(one, () -> {
            action.of(other);
            return null;
        });
        get(submit(zero, () -> {
            action.of(own);
            return null;
        }));
        get(there);
    }

    private static Object close(Shmem shmem) {
        shmem.close();
        return null;
    }

    private static Object recover(Shmem shmem) {
        shmem.recover();
        return null;
    }

    private static Object finish(Shmem shmem) {
        try {
            shmem.finish();
        } catch (NotInitializedException e) {
            // The call that failed has ended the session.
        }
        return null;
    }

    private Object failing(int k, Call call) {
        thrown = null;
        try {
            KthCall.arm(fault, k);
            call.run();
        } catch (Throwable t) {
            thrown = t;
        } finally {
            site = KthCall.disarm();
        }
        Thread.interrupted();
        return null;
    }
}
