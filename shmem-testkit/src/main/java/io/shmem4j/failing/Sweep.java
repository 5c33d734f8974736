// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import io.shmem4j.Join;
import io.shmem4j.Shmem;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.failing.Operation.Kind;
import io.shmem4j.failing.Operation.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Calls an operation with its first call failing, then its second, until the operation ends without reaching the k-th.
 *
 * <p>The PEs are threads of this JVM and meet by the JDK's means between the steps, so a broken operation can't break
 * its own test. After each failure all PEs check what is left, call the operation without a fault, and check again. One
 * job serves many k; a failure, and a cut collective, needs another one.
 *
 * <p>How to add operations: write a class with a public constructor that implements
 * {@code Supplier<List<Operation>>}, in the tests of a module whose class path has the library and a backend, and
 * <pre>{@code
 *   @ParameterizedTest
 *   @MethodSource("names") // FailingCalls.names(TABLE)
 *   void calls(String name) {
 *       assertEquals(List.of(), FailingCalls.failures(TABLE, name, Fault.STACK_OVERFLOW, 10));
 *   }
 * }</pre>
 * The last argument is the most values of k for each row, {@code Integer.MAX_VALUE} for all of them. The rows and the
 * library are loaded anew by {@link FailingLoader}, so static fields of the test are not theirs.
 */
public final class Sweep {
    private static final int PATIENCE_SECONDS = 20;
    private static final int MOST_FAILURES = 12;
    private static final AtomicInteger JOBS = new AtomicInteger();

    private static volatile boolean called;

    private final Operation operation;
    private final Fault fault;
    private final int stride;
    private final boolean tolerant;
    private final List<String> failures = new ArrayList<>();
    private Phaser meetings;
    private volatile int k;
    private volatile Throwable thrown;
    /** Whether a call of this job has thrown; a collective that others have ended may be refused some calls later. */
    private volatile boolean cuts;
    private volatile String site;
    private volatile boolean ended;

    private Sweep(Operation operation, Fault fault, int stride, boolean tolerant) {
        this.operation = operation;
        this.fault = fault;
        this.stride = stride;
        this.tolerant = tolerant;
    }

    /** {@return whether PE 0's present call has ended, for a loop of another PE that waits for a step of it} */
    public static boolean called() {
        return called;
    }

    /**
     * {@return what is wrong, a line each}
     *
     * @param most     how many values of k to try
     * @param tolerant whether the jobs are fault-tolerant, and their PEs join
     */
    static List<String> run(Operation operation, Fault fault, int most, boolean tolerant) {
        int stride = 1;
        if (most < Integer.MAX_VALUE) {
            Sweep count = new Sweep(operation, fault, 1 << 20, tolerant);
            count.k = 1 << 20;
            count.job();
            stride = Math.max(1, KthCall.counted() / most);
        }
        Sweep sweep = new Sweep(operation, fault, stride, tolerant);
        for (sweep.k = 1; !sweep.ended && sweep.failures.size() < MOST_FAILURES; sweep.k += stride) {
            sweep.job();
        }
        return sweep.failures;
    }

    /** Runs a job from the current k to the next that needs a new job. */
    private void job() {
        meetings = new Phaser(operation.pes());
        thrown = null;
        cuts = false;
        site = null;
        try {
            if (tolerant) {
                join();
            } else {
                Shmem.run(operation.pes(), () -> program(Shmem.init()));
            }
        } catch (JobFailedException e) {
            if (!cuts || operation.kind() != Kind.COLLECTIVE || !isCut(e)) {
                failures.add(operation.name() + ", " + fault + ", k = " + k + (site == null ? "" : " at " + site)
                    + (thrown == null ? "" : ", thrown " + thrown.getClass().getSimpleName()) + ": " + causes(e));
            }
        }
    }

    /** Runs a fault-tolerant job, whose PEs join as threads of this JVM. */
    private void join() {
        String name = "failing-" + ProcessHandle.current().pid() + "-" + JOBS.incrementAndGet();
        List<Throwable> thrownByPes = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = IntStream.range(0, operation.pes()).mapToObj(pe -> new Thread(() -> {
            try {
                program(Join.named(name).pe(pe).pes(operation.pes()).heapSize("4m").faultTolerant().init());
            } catch (Throwable t) {
                thrownByPes.add(t);
                meetings.forceTermination();
            }
        }, "PE " + pe)).toList();
        threads.forEach(Thread::start);
        try {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(2L * PATIENCE_SECONDS));
                if (thread.isAlive()) {
                    thrownByPes.add(new AssertionError(thread.getName() + " hangs at "
                        + Arrays.toString(thread.getStackTrace())));
                }
            }
        } catch (InterruptedException e) {
            thrownByPes.add(e);
        }
        if (!thrownByPes.isEmpty()) {
            // Other PEs may find first that the PE that was refused has left.
            throw new JobFailedException(thrownByPes.toString(), thrownByPes.stream().filter(Sweep::isCut).findFirst()
                .orElse(thrownByPes.getFirst()), new TreeMap<>());
        }
    }

    /** {@return whether the job has ended because PE 0 was refused a further collective} */
    private static boolean isCut(Throwable e) {
        return Stream.iterate(e, at -> at != null, Throwable::getCause).anyMatch(at ->
            at instanceof IllegalStateException && at.getMessage().contains("an error has cut off"));
    }

    private static String causes(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        for (Throwable at = e.getCause(); at != null; at = at.getCause()) {
            text.append(" <- ").append(at).append(" at ").append(at.getStackTrace().length == 0 ? "?"
                : at.getStackTrace()[0].toString());
        }
        return text.toString();
    }

    private void program(Shmem shmem) throws Exception {
        try (shmem) {
            int me = shmem.myPe();
            Part part = operation.setUp().apply(shmem);
            // The first calls load classes and link call sites, whose failures are the JDK's.
            for (int i = 0; i < 2; i++) {
                round(part, me, false);
            }
            while (!ended) {
                round(part, me, true);
                if (part.isSpent()) {
                    break;
                }
                round(part, me, false);
                if (me == 0 && !ended) {
                    k += stride;
                }
                meet();
            }
            part.end();
            shmem.finish();
        }
    }

    private void round(Part part, int me, boolean fails) throws Exception {
        if (me == 0) {
            thrown = null;
            site = null;
        }
        part.before();
        called = false;
        meet();
        if (me != 0 && operation.kind() != Kind.COLLECTIVE) {
            part.meanwhile();
        } else {
            try {
                if (me == 0 && fails) {
                    failingCall(part);
                } else {
                    part.call();
                }
            } finally {
                called = true;
            }
        }
        meet();
        part.check(thrown);
        meet();
    }

    private void failingCall(Part part) throws Exception {
        boolean done = false;
        try {
            KthCall.arm(fault, k);
            part.call();
            done = true;
        } catch (Throwable t) {
            thrown = t;
            cuts = true;
        } finally {
            site = KthCall.disarm();
        }
        boolean interrupted = Thread.interrupted();
        if (fault == Fault.INTERNAL_ERROR && site != null && thrown == null) {
            // An error that comes after an atomic is thrown by the next quiet.
            try {
                Shmem.current().quiet();
            } catch (InternalError e) {
                thrown = e;
            }
        }
        if (site == null) {
            ended = true;
        } else if (fault == Fault.INTERRUPT && !interrupted && !(thrown instanceof InterruptedException)) {
            throw new AssertionError("the interrupt is lost; thrown: " + thrown);
        }
        if (thrown != null) {
            if (site == null) {
                throw new AssertionError("thrown without a fault", thrown);
            }
            if (!fault.mayBe(thrown)) {
                throw new AssertionError("the error is not thrown itself", thrown);
            }
            part.tidy(thrown);
            if (operation.kind() == Kind.COLLECTIVE && !done) {
                part.call();
            }
        }
    }

    private void meet() throws Exception {
        try {
            if (meetings.awaitAdvanceInterruptibly(meetings.arrive(), PATIENCE_SECONDS, TimeUnit.SECONDS) < 0) {
                throw new AssertionError("another PE has failed");
            }
        } catch (TimeoutException e) {
            throw new AssertionError("another PE hangs", e);
        }
    }
}
