// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Step;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.LibraryFrames;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SymmetricObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Records a run as rows, with call sites and object names. */
final class Rows implements Jobs.Watcher {
    private static final String ASSERTIONS = "(java|jdk|org\\.junit|org\\.opentest4j|org\\.assertj)\\..*";
    private static final String REFLECTION = "(java\\.lang\\.reflect|jdk\\.internal\\.reflect)\\..*";

    private final Jobs jobs;
    private final List<Row> rows = new ArrayList<>();
    /** Row of each actor's next step. */
    private final Map<Integer, Row> coming = new HashMap<>();
    /** Row of each PE's next step. */
    private final Map<Integer, Row> places = new HashMap<>();
    /** All objects of the run by offset, including freed ones. */
    private final Map<Long, SymmetricObject> objects = new HashMap<>();
    /** Row that still needs its value, which is read before the next event. */
    private Row open;

    Rows(Jobs jobs) {
        this.jobs = jobs;
    }

    /** {@return the rows of a finished run} */
    List<Row> all() {
        close();
        rows.stream().filter(row -> !row.passes()).forEach(row -> row.object = object(row.step));
        return rows;
    }

    @Override
    public void begins(Step late) {
        close();
        Row row = row(late);
        coming.put(late.actor(), row);
        rows.add(row);
    }

    @Override
    public void comesTo(Step step) {
        close();
        Row row = row(step);
        coming.put(step.actor(), row);
        places.put(step.pe(), row);
    }

    @Override
    public void makes(Step step) {
        close();
        Row row = coming.get(step.actor());
        if (step.kind() == Step.Kind.DEATH || step.kind() == Step.Kind.FALL) {
            Row place = places.get(step.pe());
            rows.add(new Row(step.pe(), step, place.routine, place.place, null));
            return;
        }
        if (step.kind() == Step.Kind.LOCAL && !step.mishap()) {
            return;
        }
        if (step.late()) {
            Row begin = row;
            row = new Row(begin.pe, step, begin.routine, begin.place, begin);
            begin.happened = row;
        } else if (row.passes() && passesAgain(row)) {
            return;
        }
        Row before = rows.isEmpty() ? null : rows.getLast();
        if (step.kind() == Step.Kind.READ) {
            row.value = value(step);
            if (before != null && before.repeats(row)) {
                before.times++;
                return;
            }
        }
        row.before = step.kind() == Step.Kind.UPDATE ? value(step) : null;
        rows.add(row);
        if (step.kind() != Step.Kind.QUIET && step.kind() != Step.Kind.READ) {
            open = row;
        }
    }

    /** {@return whether the PE's last row already shows this call} */
    private boolean passesAgain(Row row) {
        return rows.reversed().stream().filter(other -> other.pe == row.pe && other.begin == null).findFirst()
            .filter(other -> other.routine.equals(row.routine) && other.place.equals(row.place) && other.passes())
            .isPresent();
    }

    private void close() {
        jobs.objects().forEach(object -> objects.put(object.offset(), object));
        if (open != null) {
            open.value = value(open.step);
            open = null;
        }
    }

    private Row row(Step step) {
        String routine = "?";
        String place = "?";
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String name = frame.getClassName();
            if (LibraryFrames.isLibrary(name)) {
                routine = frame.getMethodName();
            } else if (!name.matches(REFLECTION)) {
                place = place(frame);
                break;
            }
        }
        return new Row(step.pe(), step, routine, place, null);
    }

    /** {@return the name of the object that a step accesses} */
    private String object(Step step) {
        if (step.address() < 0) {
            return "PE " + step.target();
        }
        String element = jobs.element(List.copyOf(objects.values()), step.address() % JobMemory.stride());
        return step.target() == step.pe() ? element : element + " of PE " + step.target();
    }

    private static String place(StackTraceElement frame) {
        return frame.getFileName() + ":" + frame.getLineNumber();
    }

    /** {@return the program's call site from which an exception comes, in parentheses; empty without one} */
    static String place(Throwable thrown) {
        return Stream.of(thrown.getStackTrace()).filter(frame -> !LibraryFrames.isLibrary(frame.getClassName())
            && !frame.getClassName().matches(ASSERTIONS)).findFirst().map(frame -> " (" + place(frame) + ")")
            .orElse("");
    }

    private String value(Step step) {
        if (step.address() < 0) {
            return jobs.peState(step.target()) == PeState.RUNNING ? "that it lives" : "that it is dead";
        }
        SymmetricObject object = SymmetricObject.at(jobs.objects(), step.address() % JobMemory.stride());
        return object == null || step.bytes() != object.elementBytes() ? null
            : SymmetricObject.value(object.type(), JobMemory.all(), step.address());
    }
}
