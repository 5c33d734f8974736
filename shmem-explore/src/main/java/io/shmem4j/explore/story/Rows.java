// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Step;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.LibraryFrames;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SymmetricObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Records a run as rows, with call sites and object names. */
final class Rows implements Jobs.Watcher {
    private static final String ASSERTIONS = "(java|jdk|org\\.junit|org\\.opentest4j|org\\.assertj)\\..*";
    private static final String REFLECTION = "(java\\.lang\\.reflect|jdk\\.internal\\.reflect)\\..*";
    /** How many rows polls of all PEs may have. */
    private static final int MOST_POLLS = 64;

    private final Jobs jobs;
    private final List<Row> rows = new ArrayList<>();
    /** Row of each actor's next step. */
    private final Map<Integer, Row> coming = new HashMap<>();
    /** Row of each PE's next step. */
    private final Map<Integer, Row> places = new HashMap<>();
    /** All objects of the run by offset, including freed ones. */
    private final Map<Long, SymmetricObject> objects = new HashMap<>();
    /** By PE and by word, how many steps of each PE are known there. */
    private final Map<Integer, int[]> known = new HashMap<>();
    private final Map<Long, int[]> knownByWord = new HashMap<>();
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
    public void begins(Step late, Runnable effect) {
        close();
        Row row = row(late);
        coming.put(late.actor(), row);
        add(row);
        if (late.open() && late.kind() == Step.Kind.WRITE) {
            byte[] before = late.exchange(null);
            effect.run();
            row.stored = late.exchange(before);
        }
    }

    private void add(Row row) {
        rows.add(row);
        row.number = rows.size();
    }

    /** Notes what the PE of a row knows after a step: all that is known to the writers of the words that it reads. */
    private void learn(Row row, Step step) {
        int[] mine = known.computeIfAbsent(step.pe(), pe -> new int[jobs.pes()]);
        mine[step.pe()]++;
        for (long word = step.address() / Long.BYTES; word * Long.BYTES < step.address() + step.bytes(); word++) {
            int[] written = knownByWord.getOrDefault(word, mine);
            if (step.kind() != Step.Kind.WRITE) {
                Arrays.setAll(mine, pe -> Math.max(mine[pe], written[pe]));
            }
            if (step.kind() != Step.Kind.READ) {
                knownByWord.put(word, mine.clone());
            }
        }
        row.known = mine.clone();
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
            add(new Row(step.pe(), step, place.routine, place.place, null));
            return;
        }
        if (step.kind() == Step.Kind.LOCAL && !step.mishap()) {
            return;
        }
        if (step.late()) {
            Row begin = row;
            row = new Row(begin.pe, step, begin.routine, begin.place, begin);
            begin.happened = row;
        }
        row.value = step.kind() == Step.Kind.READ ? value(step) : null;
        row.before = step.kind() == Step.Kind.UPDATE ? value(step) : null;
        Row shown = shown(row);
        if (shown != null) {
            shown.times++;
        } else {
            add(row);
            open = step.kind() == Step.Kind.QUIET || step.kind() == Step.Kind.READ ? null : row;
        }
        learn(shown == null ? row : shown, step);
    }

    /** {@return the row that already shows this access, or null} */
    private Row shown(Row row) {
        Row poll = polled(row, rows);
        return poll != null ? poll : rows.reversed().stream().filter(other -> !row.passes() || other.pe == row.pe
            && other.begin == null).findFirst().filter(other -> other.repeats(row)).orElse(null);
    }

    /** {@return the row of the same poll, behind which PEs have only polled; or null} */
    private static Row polled(Row row, List<Row> before) {
        for (int i = before.size() - 1; i >= Math.max(0, before.size() - MOST_POLLS) && row.isPoll(); i--) {
            Row other = before.get(i);
            if (!other.isPoll() || other.repeats(row)) {
                return other.isPoll() ? other : null;
            }
        }
        return null;
    }

    private void close() {
        jobs.objects().forEach(object -> objects.put(object.offset(), object));
        if (open != null) {
            open.value = value(open.step);
            open.stored = open.begin == null || open.begin.stored == null ? null : open.step.exchange(null);
            Row poll = polled(open, rows.subList(0, open.number - 1));
            if (poll != null) {
                rows.removeLast();
                poll.times++;
                poll.known = open.known;
            }
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
