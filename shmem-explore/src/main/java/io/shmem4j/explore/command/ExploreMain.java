// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.command;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.PoolThreads;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.config.Setting;
import io.shmem4j.explore.choice.Strategy;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Options;
import io.shmem4j.explore.run.Options.Trait;
import io.shmem4j.explore.story.Explorer;
import io.shmem4j.explore.story.ScheduleFile;
import io.shmem4j.explore.story.Story;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.ProgramJvm;
import io.shmem4j.shm.Heaps;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Main class of an exploring JVM. Runs the program's main method on each PE of each schedule, and reports the first
 * schedule that fails.
 */
public final class ExploreMain {
    private static final long HEAP = 64L << 20;
    private static final String TAG = "[explore] ";

    private static Jobs jobs;

    private final ProgramJvm program;
    private final int nPes = Setting.NPES.intValue();
    private final ExploredPe[] pes = new ExploredPe[nPes];
    /** Standard output of each PE in the last run. */
    private final ByteArrayOutputStream[] printed = new ByteArrayOutputStream[nPes];
    /** Up to two different outputs of schedules. */
    private final Set<String> outputs = new HashSet<>();
    private final PrintStream err = System.err;
    /** Whether a schedule fails if PEs print something else than in the default one. */
    private boolean compares = ExploreSetting.SAME_OUTPUT.isSet();
    /** Whether PEs' output is shown to the user. */
    private boolean shown;

    private ExploreMain(String[] words) {
        this.program = new ProgramJvm(words, 0, nPes, Integer.MAX_VALUE, Boolean.getBoolean(Frames.FRAMED));
    }

    /** Host of the explored PEs: a thread gets the backend of the running PE. */
    public static final class ExploreHost extends Host {
        @Override
        public Backend backend() {
            return jobs.backend();
        }
    }

    /** Explores a program and exits with a status. The first argument is the main class. */
    public static void main(String[] words) throws InterruptedException {
        System.setProperty(Host.PROPERTY, ExploreHost.class.getName());
        PoolThreads.install(1);
        if (Setting.JOB_DIR.isSet()) {
            LauncherWatch.begin(new JobFiles(Path.of(Setting.JOB_DIR.value())));
        }
        ExploreMain main = new ExploreMain(words);
        int[] status = {ExitStatus.FAILED};
        Thread explorer = Thread.ofVirtual().name("explore").start(() -> status[0] = main.start());
        explorer.join();
        ProgramJvm.exit(status[0]);
    }

    private int start() {
        try {
            long heapBytes = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : HEAP;
            long stride = SystemLayout.stride(nPes, heapBytes);
            MemorySegment all = Heaps.reserve(nPes * stride, SystemLayout.ALIGNMENT);
            JobMemory.install(all, stride, true);
            jobs = new Jobs(nPes, heapBytes, () -> Heaps.clear(all), new Runs());
            CurrentPe.runsAs(() -> jobs.ownBackend() == null ? null : pes[jobs.turn()]);
            program.separate((thread, thrown) -> fail(-1, thread, thrown));
            return ExploreSetting.REPLAY.value().isEmpty() ? explore() : replay();
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            return refuse(e);
        }
    }

    /** Ends the exploration after a throwable of a thread that no schedule controls. */
    private void fail(int pe, Thread thread, Throwable thrown) {
        program.fail(pe, thread, thrown, err);
        ProgramJvm.exit(ExitStatus.FAILED);
    }

    private int refuse(Exception why) {
        err.println(TAG + why.getMessage());
        return ProgramJvm.abort(-1, ExitStatus.USAGE, "the program can't be explored");
    }

    /** Runs the program on the PEs of each schedule. */
    private final class Runs implements Jobs.Program {
        @Override
        public void begin() {
            for (int pe = 0; pe < nPes; pe++) {
                printed[pe] = new ByteArrayOutputStream();
                returns(pe);
            }
        }

        @Override
        public void returns(int pe) {
            pes[pe] = new ExploredPe(pe, stream(pe, Frames.OUT), stream(pe, Frames.ERR));
        }

        private PrintStream stream(int pe, int kind) {
            OutputStream shownTo = shown ? program.output(pe, kind) : OutputStream.nullOutputStream();
            return new PrintStream(kind == Frames.OUT ? new Copied(shownTo, printed[pe]) : shownTo);
        }

        @Override
        public void run(int pe) throws Throwable {
            program.run(pes[pe]);
            jobs.leaveInOrder(pe);
            pes[pe].end();
        }

        /** Exits immediately, because the program may wait for the rejected thread forever. */
        @Override
        public void refuses(IllegalStateException why) {
            ProgramJvm.exit(refuse(why));
        }

        @Override
        public void print(int pe, String text) {
            if (shown) {
                pes[pe].ownErr().print(text);
            }
        }
    }

    /** Output that goes to two streams. */
    private static final class Copied extends FilterOutputStream {
        private final OutputStream second;

        Copied(OutputStream first, OutputStream second) {
            super(first);
            this.second = second;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            second.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
            second.write(bytes, from, count);
        }
    }

    /** A PE of one run. */
    private final class ExploredPe extends ThreadPe {
        ExploredPe(int number, PrintStream out, PrintStream err) {
            super(number, program.classes(), out, err, InputStream.nullInputStream());
        }

        /** Runs the exit hooks after a normal end. */
        void end() {
            runHooks();
            flush();
        }

        @Override
        public void exit(int status) {
            end();
            halt(status);
        }

        @Override
        public void halt(int status) {
            jobs.exit(number(), status);
        }

        @Override
        protected void fail(Throwable thrown, Thread thread) {
            ExploreMain.this.fail(number(), thread, thrown);
        }
    }

    /** {@return the standard output of the last run if outputs are compared, otherwise null} */
    private String output() {
        String all = String.join("", Arrays.stream(printed).map(Object::toString).toList());
        if (outputs.size() < 2) {
            outputs.add(all);
        }
        return compares ? all : null;
    }

    private static String note(Explorer.Found found, Options options) {
        return found.complete() ? ", and all others are equal to one of them" : found.tooLong() == 0
            ? "; there are more"
            : String.format(Locale.ROOT, "; %,d were cut off after %,d steps", found.tooLong(), options.steps());
    }

    private int explore() {
        shown = ExploreSetting.SCHEDULES.intValue() == 1;
        Options options = Options.STANDARD.within(ExploreSetting.STEPS.intValue())
            .mortal(ExploreSetting.CRASH.intValue(), !ExploreSetting.STAY_DEAD.isSet())
            .with(Trait.LIBRARY, ExploreSetting.LIBRARY.isSet())
            .with(Trait.SPURIOUS, ExploreSetting.SPURIOUS.isSet())
            .with(Trait.LINEARIZES, ExploreSetting.LINEARIZE.isSet()).with(ExploreSetting.STRATEGY.value());
        options = ExploreSetting.ON_TIME.isSet() ? options.onTime() : options;
        Explorer explorer = new Explorer(jobs, options, this::output, compares)
            .onProgress(line -> System.err.println(TAG + line));
        Explorer.Found found = explorer.explore(Strategy.of(options.strategy(), ExploreSetting.SEED.intValue()),
            ExploreSetting.SCHEDULES.intValue(),
            TimeUnit.SECONDS.toNanos(ExploreSetting.TIME.intValue()));
        // Not for the runs that shrink the schedule.
        shown = false;
        if (found.failure() == null) {
            System.err.println(TAG + found.amount() + ": none fails" + note(found, options));
            if (outputs.size() > 1) {
                System.err.println(TAG + "PEs don't print the same in all of them; --same-output shows where");
            }
            return found.cutOff() == null ? ExitStatus.OK : cutOff(explorer, found.cutOff());
        }
        System.err.println(TAG + found.amount() + "; the last one fails");
        Explorer.Failure failure = explorer.simplest(found.failure());
        Story story = new Story(jobs, explorer, failure);
        String text = story.text();
        System.err.print(text);
        Path file = Path.of(ExploreSetting.FILE.isSet() ? ExploreSetting.FILE.value()
            : program.mainClass().substring(program.mainClass().lastIndexOf('.') + 1) + ".schedule");
        try {
            new ScheduleFile(program.command(), nPes, explorer.options(), compares, failure.schedule())
                .write(file, text.lines().toList());
            System.err.println(TAG + "the schedule is in " + file + "; --replay " + file
                + " instead of --explore runs it again");
        } catch (IOException e) {
            // The story has been printed, and another exploration may take long, so this is no failure.
            System.err.println(TAG + "the schedule can't be written (" + e + "); --schedule-file takes another place");
        }
        return ProgramJvm.abort(story.ending().pe(), ExitStatus.SCHEDULE, Story.reason(story.ending()));
    }

    /** Fails, and reports where the PEs are in a schedule that was cut off. */
    private int cutOff(Explorer explorer, List<Integer> schedule) {
        System.err.print(TAG + "the last one was cut off here:\n" + Story.lastSteps(jobs, explorer, schedule));
        return ProgramJvm.abort(-1, ExitStatus.FAILED, "no schedule has come to its end");
    }

    private int replay() throws IOException {
        Path file = Path.of(ExploreSetting.REPLAY.value());
        ScheduleFile schedule = ScheduleFile.read(file);
        if (schedule.pes() != nPes || !schedule.program().equals(program.command())) {
            throw new IllegalArgumentException(file + " is a schedule of " + schedule.program() + " on "
                + schedule.pes() + " PEs (-n " + schedule.pes() + "), not of " + program.command() + " on " + nPes);
        }
        compares = schedule.sameOutput();
        Explorer explorer = new Explorer(jobs, schedule.options(), this::output, compares);
        if (compares) {
            explorer.reference();
        }
        shown = true;
        Story story = new Story(jobs, explorer, new Explorer.Failure(schedule.schedule(), null, true));
        System.err.print(story.table());
        Ending ending = story.ending();
        System.err.println(TAG + file + ": " + Story.sentence(ending));
        return ending.failed() ? ProgramJvm.abort(ending.pe(), ExitStatus.SCHEDULE, Story.reason(ending))
            : ExitStatus.OK;
    }
}
