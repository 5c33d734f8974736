// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.command;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.PeProperties;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.Streams;
import io.shmem4j.config.Setting;
import io.shmem4j.explore.choice.Strategy;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Options;
import io.shmem4j.explore.story.Explorer;
import io.shmem4j.explore.story.ScheduleFile;
import io.shmem4j.explore.story.Story;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.pe.Frames;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.PeOutput;
import io.shmem4j.pe.SharedJvm;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.virtual.JobEnd;
import io.shmem4j.virtual.ReservedMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The main class of an explored program's JVM: runs its main method once for each PE of each schedule, and reports the
 * first schedule that fails.
 */
public final class ExploreMain {
    private static final long HEAP = 64L << 20;
    private static final String TAG = "[explore] ";

    private static Jobs jobs;

    private final String mainClass;
    private final String[] args;
    private final ProgramClasses classes;
    private final Frames frames;
    private final int nPes = Setting.NPES.intValue();
    private final ExploredPe[] pes = new ExploredPe[nPes];
    private final ByteArrayOutputStream[] said = new ByteArrayOutputStream[nPes];
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private boolean heard;

    private ExploreMain(String mainClass, String[] args) {
        this.mainClass = mainClass;
        this.args = args;
        String path = System.getProperty(SharedJvm.PATH);
        this.classes = path == null ? null : new ProgramClasses(path, Integer.MAX_VALUE, Setting.SHARE_CLASSES.isSet());
        this.frames = Boolean.getBoolean(Frames.FRAMED) ? Frames.toLauncher() : null;
        if (path != null) {
            System.setProperty("java.class.path", path);
        }
    }

    /** Finds the backend of the PE whose turn it is. */
    public static final class ExploreHost extends Host {
        public ExploreHost() {
            // The runs begin later.
        }

        @Override
        public Backend backend() {
            return jobs.backend();
        }
    }

    /** Explores a program, class name first, and exits with the status of the exploration. */
    public static void main(String[] args) throws InterruptedException {
        System.setProperty(Host.PROPERTY, ExploreHost.class.getName());
        PeProperties.install(1);
        if (Setting.JOB_DIR.isSet()) {
            LauncherWatch.begin(new JobFiles(Path.of(Setting.JOB_DIR.value())), () -> { });
        }
        ExploreMain main = new ExploreMain(args[0], List.of(args).subList(1, args.length).toArray(String[]::new));
        int[] status = {ExitStatus.FAILED};
        Thread explorer = Thread.ofVirtual().name("explore").start(() -> status[0] = main.start());
        explorer.join();
        JobEnd.exit(status[0]);
    }

    private int start() {
        try {
            long heapBytes = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : HEAP;
            jobs = jobs(heapBytes);
            CurrentPe.runsAs(() -> jobs.hasPe() ? pes[jobs.turn()] : null);
            Streams.install();
            return ExploreSetting.REPLAY.value().isEmpty() ? explore() : replay();
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            return cannot(e);
        }
    }

    private int cannot(Exception why) {
        err.println(TAG + why.getMessage());
        return JobEnd.report(-1, ExitStatus.USAGE, "the program can't be explored");
    }

    private Jobs jobs(long heapBytes) {
        long stride = SystemLayout.stride(nPes, heapBytes);
        MemorySegment all = ReservedMemory.reserve(nPes * stride, SystemLayout.ALIGNMENT);
        JobMemory.install(all, stride, true);
        return new Jobs(nPes, heapBytes, () -> ReservedMemory.clear(all), new OfPes());
    }

    /** The program on the PEs of each run. */
    private final class OfPes implements Jobs.Program {
        @Override
        public void begin() {
            for (int pe = 0; pe < nPes; pe++) {
                said[pe] = heard || !ExploreSetting.SAME_OUTPUT.isSet() ? null : new ByteArrayOutputStream();
                begin(pe);
            }
        }

        private void begin(int pe) {
            pes[pe] = new ExploredPe(jobs, pe, classes, stream(pe, Frames.OUT), stream(pe, Frames.ERR));
        }

        @Override
        public void returns(int pe) {
            begin(pe);
        }

        private PrintStream stream(int pe, int kind) {
            if (heard) {
                return frames != null ? PeOutput.open(frames, pe, kind) : kind == Frames.OUT ? out : err;
            }
            return new PrintStream(kind == Frames.OUT && said[pe] != null ? said[pe] : OutputStream.nullOutputStream());
        }

        @Override
        public void run(int pe) throws Throwable {
            ClassLoader loader = pes[pe].loader() == null ? ClassLoader.getSystemClassLoader() : pes[pe].loader();
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> type = Class.forName(mainClass, false, loader);
            MainMethod.of(type).run(type, args.clone());
            jobs.leaveInOrder(pe);
            pes[pe].end();
        }

        /** The program may wait for that thread, so it ends here. */
        @Override
        public void refuses(IllegalStateException why) {
            JobEnd.exit(cannot(why));
        }

        @Override
        public void tell(int pe, String text) {
            if (heard) {
                pes[pe].ownErr().print(text);
            }
        }
    }

    /** {@return what the PEs have printed in the last run; null where nobody compares it} */
    private String output() {
        if (said[0] == null) {
            return null;
        }
        StringBuilder all = new StringBuilder();
        for (int pe = 0; pe < nPes; pe++) {
            all.append(said[pe]);
        }
        return all.toString();
    }

    /** {@return the program and its arguments in one line} */
    private String program() {
        String words = args.length == 0 ? mainClass : mainClass + " " + String.join(" ", args);
        return words.replace("\n", "\\n").replace("\r", "\\r");
    }

    private int explore() {
        heard = ExploreSetting.SCHEDULES.intValue() == 1;
        Options options = new Options(!ExploreSetting.ON_TIME.isSet(), ExploreSetting.LIBRARY.isSet(),
            ExploreSetting.STEPS.intValue(), ExploreSetting.CRASH.intValue(), !ExploreSetting.STAY_DEAD.isSet(),
            ExploreSetting.SPURIOUS.isSet(), ExploreSetting.LINEARIZE.isSet());
        Explorer explorer = new Explorer(jobs, options, this::output, ExploreSetting.SAME_OUTPUT.isSet())
            .tellProgress(line -> System.err.println(TAG + line));
        Explorer.Found found = explorer.explore(Strategy.of(ExploreSetting.STRATEGY.value(),
            ExploreSetting.SEED.intValue()), ExploreSetting.SCHEDULES.intValue(),
            TimeUnit.SECONDS.toNanos(ExploreSetting.TIME.intValue()));
        // Other runs follow.
        heard = false;
        if (found.failure() == null) {
            System.err.println(TAG + found.amount() + ": none fails" + (found.complete()
                ? ", and all others are equal to one of them" : found.tooLong() == 0 ? "; there are more"
                : String.format(Locale.ROOT, "; %,d were cut off after %,d steps", found.tooLong(), options.steps())));
            return ExitStatus.OK;
        }
        System.err.println(TAG + found.amount() + "; the last one fails");
        Explorer.Failure failure = explorer.shrink(found.failure());
        Story story = new Story(jobs, explorer, failure);
        System.err.print(story.text());
        Path file = Path.of(ExploreSetting.FILE.isSet() ? ExploreSetting.FILE.value()
            : mainClass.substring(mainClass.lastIndexOf('.') + 1) + ".schedule");
        try {
            new ScheduleFile(program(), nPes, options, failure.schedule()).write(file, story.text().lines().toList());
            Path page = Path.of(file + ".html");
            Files.writeString(page, story.page(program() + " on " + nPes + " PEs"));
            System.err.println(TAG + "the schedule is in " + file + ", and as a page in " + page + "; --replay " + file
                + " instead of --explore runs it again");
        } catch (IOException e) {
            // The story has been told, and the exploration may have taken long.
            System.err.println(TAG + "the schedule can't be written (" + e + "); --schedule-file takes another place");
        }
        return JobEnd.report(story.ending().pe(), ExitStatus.SCHEDULE, Story.reason(story.ending()));
    }

    private int replay() throws IOException {
        Path file = Path.of(ExploreSetting.REPLAY.value());
        ScheduleFile schedule = ScheduleFile.read(file);
        if (schedule.pes() != nPes || !schedule.program().equals(program())) {
            throw new IllegalArgumentException(file + " is a schedule of " + schedule.program() + " on "
                + schedule.pes() + " PEs (-n " + schedule.pes() + "), not of " + program() + " on " + nPes);
        }
        heard = true;
        Explorer explorer = new Explorer(jobs, schedule.options(), () -> null, false);
        Story story = new Story(jobs, explorer, new Explorer.Failure(schedule.schedule(), null, 0));
        System.err.print(story.table());
        Ending ending = story.ending();
        System.err.println(TAG + file + ": " + Story.sentence(ending));
        return ending.failed() ? JobEnd.report(ending.pe(), ExitStatus.SCHEDULE, Story.reason(ending)) : ExitStatus.OK;
    }
}
