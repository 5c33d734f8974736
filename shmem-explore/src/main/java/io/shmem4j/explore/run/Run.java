// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.explore.run.Ending.Manner;
import io.shmem4j.explore.run.Options.Trait;
import io.shmem4j.explore.run.Pe.Late;
import io.shmem4j.pe.ChargedBackend.Access;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Meeting;
import io.shmem4j.spi.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One run of a program. It chooses a PE at each access and performs late accesses.
 *
 * <p>PEs announce an access before they make it, so the choice is between the next accesses of all actors. Accesses to
 * the library's own words are forced: PEs make them immediately, unless the library is explored.
 *
 * <p>Not synchronized: only the PE that has the turn calls it.
 */
final class Run {
    /** How often each polling PE is unblocked before the run counts as stuck: polls may end after some tries. */
    private static final int CHANCES = 250;
    /** How often all of them are unblocked at the same time, so that they may end in any order. */
    private static final int TOGETHER = 10;
    /** Number of times an unwinding PE may catch the error before its thread is abandoned. */
    private static final int UNWINDINGS = 100;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How often a PE may be found waiting for another thread of the program. */
    private static final int LOOKS = 10;
    private static final Set<Thread.State> STUCK = Set.of(Thread.State.WAITING, Thread.State.BLOCKED);

    final Pe[] pes;
    private final Jobs jobs;
    final Options options;
    private final Chooser chooser;
    final Turns turns;
    final Words registerWords;
    /** The register of incarnations, for reading without a step. */
    final Meeting.Register register;
    private final Linearization linearization;
    private final EarlyLoads early;
    private final List<Step> enabled = new ArrayList<>();
    private final List<Late> happening = new ArrayList<>();
    private int made;
    private int last = -1;
    private int chances;
    private int unwound;
    private int deaths;
    private Ending ending;
    /** Why the chooser has failed, or null. */
    private IllegalStateException trouble;

    /** Unwinds the thread of a PE whose run is over. */
    static final class Over extends Error {
        private static final long serialVersionUID = 1L;

        Over() {
            super("this run of the program is over", null, false, false);
        }
    }

    Run(Jobs jobs, Options options, Chooser chooser) {
        this.jobs = jobs;
        this.options = options;
        this.chooser = chooser;
        this.pes = new Pe[jobs.pes()];
        this.chances = CHANCES * pes.length;
        this.turns = new Turns(pes.length);
        this.registerWords = Meeting.Register.inHeap(pes.length);
        this.register = new Meeting.Register(registerWords, pes.length);
        this.linearization = options.has(Trait.LINEARIZES) ? new Linearization() : null;
        this.early = new EarlyLoads(pes.length, options.has(Trait.EARLY));
        for (int pe = 0; pe < pes.length; pe++) {
            int number = pe;
            pes[pe] = new Pe(pe, options.has(Trait.LIBRARY));
            turns.add(pe, () -> body(number));
        }
    }

    Ending execute() {
        pes[0].started = true;
        turns.give(0);
        awaitEnd();
        for (Pe pe : pes) {
            if (pe.started && !pe.finished && !pe.dead) {
                unwound = 0;
                turns.give(pe.number);
                awaitEnd();
            }
        }
        if (trouble != null) {
            throw trouble;
        }
        String disorder = linearization == null || ending.kind() != Manner.FINISHED ? null
            : linearization.unexplained();
        return disorder == null ? ending : new Ending(Manner.DISORDER, -1, null, disorder);
    }

    /** Waits until the run is over; throws if the PE that has the turn waits outside of the library for long. */
    private void awaitEnd() {
        boolean interrupted = Thread.interrupted();
        int seen = made;
        int looks = 0;
        while (looks < LOOKS && !turns.await(Turns.CALLER, LOOK_NANOS)) {
            interrupted |= Thread.interrupted();
            Thread thread = turns.running();
            boolean waits = made == seen && thread != null && STUCK.contains(thread.getState());
            looks = waits ? looks + 1 : 0;
            seen = made;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Thread stuck = turns.running();
        if (stuck != null) {
            String place = Arrays.stream(stuck.getStackTrace()).filter(CallSite::isProgram).findFirst()
                .map(frame -> ", at " + frame).orElse("");
            turns.give(Turns.CALLER);
            throw new IllegalStateException(stuck.getName() + " waits outside of the library" + place
                + "; one PE runs at a time, so no other PE ends that wait");
        }
    }

    RecordedContainers containers(int pe) {
        return new RecordedContainers(linearization, pe, () -> arrive(pe));
    }

    /** Waits until the PE's buffered stores have arrived, as a store to another PE would. */
    private void arrive(int number) {
        if (pes[number].late.stream().anyMatch(late -> late.step.buffered())) {
            comeTo(number, Step.Kind.WRITE, number * JobMemory.stride(), 0, true, number);
        }
    }

    private void body(int number) {
        try {
            jobs.runPe(number);
            settle(pes[number]);
            pes[number].finished = true;
        } catch (Over e) {
            pes[number].finished = !pes[number].dead;
        } catch (Throwable thrown) {
            pes[number].finished = !pes[number].dead;
            if (!pes[number].dead) {
                end(new Ending(Manner.THREW, number, thrown, String.valueOf(thrown)));
            }
        }
        passOn(pes[number]);
    }

    /** Passes the turn on from a PE that has completed or died. */
    private void passOn(Pe pe) {
        if (pe.dead && ending == null) {
            pe.next = pe.step(Step.Kind.FALL, ExploredLives.addressOf(pe.number), Meeting.Register.PE_SLOT_BYTES, false,
                pe.number);
        }
        int next = ending == null ? decide() : Turns.CALLER;
        turns.give(next == Chooser.ENOUGH ? Turns.CALLER : next);
    }

    /** Sets the ending unless there is one. */
    void end(Ending how) {
        if (ending == null) {
            ending = how;
        }
    }

    /** Unwinds a PE that exits from its program while the run continues. */
    Over leave(int number) {
        settle(pes[number]);
        return new Over();
    }

    /** Ends the run at the calling PE; never returns. */
    Over stop(Ending how) {
        end(how);
        return unwind();
    }

    private Over unwind() {
        if (++unwound > UNWINDINGS) {
            Pe pe = pes[turns.holder()];
            pe.finished = !pe.dead;
            passOn(pe);
            turns.await(Integer.MIN_VALUE);
        }
        throw new Over();
    }

    void requireTurn(int pe) {
        if (!turns.isHolder(pe)) {
            IllegalStateException why = jobs.refused();
            end(new Ending(Manner.THREW, pe, why, why.toString()));
            throw why;
        }
        if (ending != null || pes[pe].dead) {
            unwind();
        }
    }

    /** {@return whether an address is the library's and therefore not explored} */
    private boolean fixed(long address) {
        return !options.has(Trait.LIBRARY) && address % JobMemory.stride() < jobs.heapStart;
    }

    /**
     * {@return whether a store is a late access} The library orders its stores to its PE's own memory by cells, which
     * are released; where its accesses are explored, those stores are not late.
     */
    boolean late(int pe, int holder, long offset) {
        return options.has(Trait.LATE) && !fixed(offset) && (holder != pe || !options.has(Trait.LIBRARY));
    }

    /**
     * Announces a PE's access to memory and waits until it can be made.
     *
     * @param delayed whether a store to the PE's own memory may arrive after the PE's next loads, as on processors with
     * store buffers
     */
    void touch(int number, Access access, int holder, long offset, long bytes, boolean delayed) {
        if (delayed && access == Access.WRITE && holder == number && options.has(Trait.LATE) && !fixed(offset)) {
            begin(number, Step.Kind.WRITE, false, holder, offset, bytes, null, true);
            return;
        }
        long address = holder * JobMemory.stride() + offset;
        if (early.any && access == Access.READ && pes[number].ordered && !pes[number].waiting && !fixed(address)) {
            // Conflicts with all stores, because it matters to later loads which of them have been made.
            comeTo(number, Step.Kind.LOCAL, 0, Long.MAX_VALUE, false, -1);
            pes[number].ordered = false;
            early.order(number);
        }
        comeTo(number, switch (access) {
            case READ -> Step.Kind.READ;
            case WRITE -> Step.Kind.WRITE;
            case UPDATE -> Step.Kind.UPDATE;
        }, address, bytes, fixed(address), holder);
    }

    void comeTo(int number, Step.Kind kind, long address, long bytes, boolean fixed, int holder) {
        requireTurn(number);
        Pe pe = pes[number];
        settle(pe);
        pe.next = pe.step(kind, address, bytes, fixed, holder);
        await(pe);
    }

    /** {@return whether a test fails spuriously} The next test of the PE then succeeds. */
    boolean failsTest(int number) {
        if (!options.has(Trait.SPURIOUS) || pes[number].hasFailed()) {
            return false;
        }
        pes[number].tests = true;
        comeTo(number, Step.Kind.LOCAL, 0, 0, false, number);
        return pes[number].endTest();
    }

    /** Waits until all late accesses of a PE have been performed. */
    void quiet(int number) {
        requireTurn(number);
        Pe pe = pes[number];
        pe.ordered = true;
        if (!pe.late.isEmpty() || pe.begun > 0) {
            comeTo(number, Step.Kind.QUIET, 0, 0, pe.late.isEmpty(), number);
        }
    }

    private void await(Pe pe) {
        jobs.watcher.comesTo(pe.next);
        if (!pe.next.fixed() || !pe.enabled() || options.mortal()) {
            int actor = decide();
            if (actor == Chooser.ENOUGH) {
                turns.give(Turns.CALLER);
                turns.await(pe.number);
            } else if (actor != pe.number) {
                turns.give(actor);
                turns.await(pe.number);
            }
            if (ending != null || pe.dead) {
                unwind();
            }
        }
        Step step = pe.next;
        if (pe.sees(step, nextLate(pe)) || step.way() != 0) {
            jobs.watcher.comesTo(step);
        }
        List<Integer> unseen = early.unseen(pe);
        pe.make();
        pe.show();
        early.make(step, unseen);
        note(step);
        if (step.kind() == Step.Kind.WRITE) {
            announce(step, pe.number);
        }
    }

    private void note(Step step) {
        made++;
        last = step.actor();
        jobs.watcher.makes(step);
        chooser.made(step);
    }

    /** Notifies PEs of the last atomic's change, if any. */
    private void settle(Pe pe) {
        early.restore();
        pe.hide();
        Step changed = pe.settle();
        if (changed != null) {
            announce(changed, pe.number);
        }
    }

    /** Notifies all PEs except the writer of a store. */
    private void announce(Step write, int writer) {
        for (Pe other : pes) {
            if (other.number != writer) {
                other.notice(write);
            }
        }
        chances = CHANCES * pes.length;
    }

    /** Orders the PE's next access after the late one that it has issued last, which may have been performed. */
    void fenceLast(int number) {
        requireTurn(number);
        pes[number].behind = pes[number].begun == 0 ? -1 : nextLate(pes[number]) - pes.length;
    }

    /** Orders the PE's late stores before all its later ones. */
    void release(int number) {
        requireTurn(number);
        pes[number].order(nextLate(pes[number]));
    }

    private int nextLate(Pe pe) {
        return pes.length * (1 + pe.begun) + pe.number;
    }

    /**
     * Issues a late access. If it is open, it uses the program's own memory when it is performed. If it has no effect,
     * it is a store to the PE's own memory that the caller makes itself now; {@code strict} if only loads may pass it.
     */
    void begin(int number, Step.Kind kind, boolean open, int holder, long offset, long bytes, Runnable effect,
        boolean strict) {
        begin(number, kind, open, holder, offset, bytes, -1, effect, strict);
    }

    /** Issues a late copy from or to an offset in the PE's own memory. */
    void beginCopy(int number, Step.Kind kind, int holder, long offset, long bytes, long own, Runnable effect) {
        begin(number, kind, true, holder, offset, bytes, number * JobMemory.stride() + own, effect, false);
    }

    private void begin(int number, Step.Kind kind, boolean open, int holder, long offset, long bytes, long side,
        Runnable effect, boolean strict) {
        requireTurn(number);
        early.restore();
        Pe pe = pes[number];
        if (options.mortal()) {
            comeTo(number, Step.Kind.LOCAL, 0, 0, true, number);
        }
        int actor = nextLate(pe);
        pe.begun++;
        Step begun = new Step(actor, kind, holder * JobMemory.stride() + offset, bytes, false, number, holder,
            pe.fences, pe.steps, open, side, pe.takeBehind(), strict ? actor + 1 : Step.UNBOUND, false, 0);
        jobs.watcher.begins(begun, effect);
        Jobs.Ordering added = jobs.added.apply(begun);
        if (added == Jobs.Ordering.QUIET && effect == null) {
            quiet(number);
            comeTo(number, kind, begun.address(), bytes, false, holder);
            return;
        }
        pe.issue(begun, effect);
        pe.fences += added == Jobs.Ordering.FENCE ? 1 : 0;
        if (added == Jobs.Ordering.QUIET) {
            quiet(number);
        }
        if (open) {
            comeTo(number, Step.Kind.LOCAL, 0, 0, false, number);
        }
    }

    /**
     * Performs late accesses until a PE is chosen. {@return the PE that gets the turn, or ENOUGH when the run is over}
     */
    private int decide() {
        while (ending == null) {
            int forced = forced();
            if (forced >= 0 && (pes[forced].next == null || !options.mortal())) {
                return forced;
            }
            collect(forced);
            if (enabled.isEmpty()) {
                if (!release()) {
                    endBlocked();
                }
                continue;
            }
            if (made >= options.steps() && made - Arrays.stream(pes).mapToInt(pe -> pe.idle).sum() >= options.steps()) {
                end(new Ending(Manner.TOO_LONG, -1, null, "more than " + options.steps() + " steps"));
                continue;
            }
            addMishaps(forced);
            int chosen = choose();
            if (chosen == Chooser.ENOUGH) {
                end(new Ending(Manner.LEFT, -1, null, ""));
            } else if (enabled.get(chosen).late()) {
                happen(happening.get(chosen));
            } else if (enabled.get(chosen).kind() == Step.Kind.FALL) {
                fall(enabled.get(chosen));
            } else {
                return grant(enabled.get(chosen));
            }
        }
        return Chooser.ENOUGH;
    }

    private int choose() {
        try {
            return chooser.choose(enabled, last);
        } catch (IllegalStateException e) {
            trouble = e;
            return Chooser.ENOUGH;
        }
    }

    /** {@return the PE of a step, which makes the step, or dies} */
    private int grant(Step step) {
        Pe pe = pes[step.pe()];
        pe.next = step;
        if (step.kind() == Step.Kind.DEATH) {
            note(step);
            pe.die();
            deaths++;
            unwound = 0;
        }
        return step.pe();
    }

    /** {@return a PE that continues without a choice, or -1} */
    private int forced() {
        boolean anyAlarmed = false;
        for (Pe pe : pes) {
            if (!pe.started) {
                pe.started = true;
                return pe.number;
            }
            anyAlarmed |= pe.surprised && pe.next != null;
        }
        for (Pe pe : pes) {
            if (!anyAlarmed && pe.next != null && pe.next.fixed() && pe.enabled()) {
                return pe.number;
            }
        }
        return -1;
    }

    /** Collects the possible steps; only those of the forced PE if there is one. */
    private void collect(int forced) {
        enabled.clear();
        happening.clear();
        boolean anyLeft = false;
        for (Pe pe : pes) {
            anyLeft |= !pe.finished;
            if ((forced < 0 || pe.number == forced) && pe.enabled()) {
                add(pe.next, null);
            }
        }
        for (Pe pe : pes) {
            for (Late late : pe.late) {
                if (forced < 0 && anyLeft && pe.isFree(late.step)) {
                    add(late.step, late);
                }
            }
        }
    }

    private void add(Step step, Late late) {
        enabled.add(step);
        happening.add(late);
    }

    /** Adds deaths, spurious wake-ups and early loads, provided that some other step is possible. */
    private void addMishaps(int forced) {
        for (Pe pe : pes) {
            if (options.has(Trait.SPURIOUS) && forced < 0 && pe.canWake()) {
                add(pe.next.woken(), null);
            }
            int unseen = forced < 0 && pe.enabled() ? early.unseen(pe).size() : 0;
            for (int i = 1; i <= unseen; i++) {
                add(pe.next.early(i), null);
            }
            if ((forced < 0 || pe.number == forced) && mayDie(pe)) {
                add(pe.next.died(pe.steps), null);
            }
        }
    }

    /** {@return whether a PE may die now} If PEs don't restart, they must have met first. */
    private boolean mayDie(Pe pe) {
        return deaths < options.deaths() && pe.next != null && pe.next.kind() != Step.Kind.FALL
            && (options.has(Trait.RETURNS)
            || register.held(Meeting.Purpose.RECOVERY) > 0 && !register.isFallen(pe.number));
    }

    /** Makes a PE's death known to the other PEs. */
    private void fall(Step step) {
        Pe pe = pes[step.pe()];
        note(step);
        register.recordDeath(pe.number, 0, 0);
        for (Pe other : pes) {
            other.surprise();
        }
        announce(step, -1);
        pe.begin();
        boolean returns = options.has(Trait.RETURNS) && register.held(Meeting.Purpose.END) == 0;
        pe.finished = !returns;
        pe.started = pe.finished;
        jobs.replace(pe.number, returns);
        if (returns) {
            turns.add(pe.number, () -> body(pe.number));
        }
    }

    private void happen(Late late) {
        pes[late.step.pe()].late.remove(late);
        note(late.step);
        early.store(late.step);
        late.happen();
        if (late.step.writes()) {
            announce(late.step, late.step.buffered() ? late.step.pe() : -1);
        } else if (late.step.storedSide() instanceof Step stored) {
            announce(stored, -1);
        }
    }

    /** Unblocks polling PEs or lets a timeout pass, and {@return whether there were any} */
    private boolean release() {
        List<Pe> polling = Arrays.stream(pes).filter(Pe::polls).toList();
        if (polling.isEmpty()) {
            return Arrays.stream(pes).anyMatch(Pe::expire);
        }
        if (--chances < 0) {
            end(new Ending(Manner.POLLS, polling.getFirst().number, null, "polls a word that nobody can change any more"
                + polling.stream().skip(1).map(pe -> ", PE " + pe.number + " too").collect(Collectors.joining())));
        }
        boolean together = chances >= CHANCES * pes.length - TOGETHER;
        polling.stream().filter(pe -> together || pe.number == chances % pes.length).forEach(Pe::release);
        return true;
    }

    private void endBlocked() {
        StringBuilder waits = new StringBuilder();
        for (Pe pe : pes) {
            if (!pe.finished) {
                waits.append(waits.isEmpty() ? "" : ", ").append("PE ").append(pe.number).append(' ')
                    .append(jobs.describeWait(pe.number));
            }
        }
        end(waits.isEmpty() ? new Ending(Manner.FINISHED, -1, null, "") : new Ending(Manner.DEADLOCK, -1, null,
            waits.toString()));
    }
}
