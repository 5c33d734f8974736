// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.config.ByteSize;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.Judge;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.Heaps;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.machine.SoftwareProfile;
import io.shmem4j.sim.run.Chip;
import io.shmem4j.sim.run.MeshSimulation;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SystemLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** The one job of a JVM: its simulated machine, its memory and a backend for each PE. */
public final class SimJob {
    private static final long STANDARD_HEAP = 64L << 20;
    private static final long PAGE = 4096;
    private static final long PICOS = 1000;
    private static SimJob current;

    private final Machine machine;
    private final SoftwareProfile profile;
    private final long heapBytes;
    private final Chip simulation;
    private final SimBackend[] backends;
    private final EndOfPe[] ends;
    /** Ends this JVM after a refused call of another thread; null if the thread only gets an exception. */
    private volatile ExitRules rules;

    private SimJob(Machine machine, SoftwareProfile profile, Placement placement, long heapBytes,
            SimulationOptions options) {
        this.machine = machine;
        this.profile = profile;
        this.heapBytes = heapBytes;
        int pes = placement.pes();
        long stride = SystemLayout.stride(pes, heapBytes);
        JobMemory.install(Heaps.reserve(pes * stride, SystemLayout.ALIGNMENT), stride, true);
        long lines = stride / machine.lineBytes();
        this.simulation = switch (machine) {
            case CoherentMachine coherent -> new Simulation(coherent, placement, pes * lines, options);
            case MeshMachine mesh -> new MeshSimulation(mesh, pes, lines, SystemLayout.heap(pes) / machine.lineBytes(),
                options.carrier());
        };
        simulation.prefetch(profile.prefetch());
        this.backends = new SimBackend[pes];
        this.ends = new EndOfPe[pes];
        for (int pe = 0; pe < pes; pe++) {
            ends[pe] = new EndOfPe();
            backends[pe] = new SimBackend(this, simulation.pe(pe));
        }
    }

    /** Makes this JVM's job, once; a heap of 0 bytes means the default size. */
    public static synchronized SimJob create(Machine machine, SoftwareProfile profile, Placement placement,
            long heapBytes, SimulationOptions options) {
        long share = machine.memoryOfPe(placement.pes());
        long heap = heapBytes == 0 ? Math.min(STANDARD_HEAP, share & -PAGE) : heapBytes;
        if (heap > share) {
            throw new IllegalArgumentException(placement.pes() + " PEs with a heap of " + ByteSize.format(heap)
                + " each do not fit into the " + ByteSize.format(machine.memoryBytes()) + " of the " + machine.title()
                + " (at most " + ByteSize.format(share) + " each)");
        }
        current = new SimJob(machine, profile, placement, heap, options);
        return current;
    }

    static synchronized SimJob current() {
        if (current == null) {
            throw new IllegalStateException("there is no simulated machine in this JVM; start the program with oshrun"
                + " --backend sim");
        }
        return current;
    }

    /** Runs a program on every PE; {@return how the run ended} */
    public Outcome run(IntConsumer program) {
        return simulation.run(pe -> program.accept(pe.number()));
    }

    public Chip simulation() {
        return simulation;
    }

    /** {@return the report on a deadlock, which is certain if all PEs sleep, because nothing else stores here} */
    public List<String> deadlock() {
        List<JobState.PeStatus> pes = new ArrayList<>();
        List<StackTraceElement[]> stacks = new ArrayList<>();
        long now = 0;
        for (SimBackend backend : backends) {
            stacks.add(simulation.scheduler().stack(backend.pe()));
            pes.add(new JobState.PeStatus(backend.peState(), backend.published(),
                simulation.scheduler().state(backend.pe()) == Scheduler.State.FINISHED));
            now = Math.max(now, simulation.scheduler().clock(backend.pe()) / PICOS);
        }
        List<String> lines = new ArrayList<>(List.of(Judge.DEADLOCK));
        try (HeapFile heap = new HeapFile(nPes(), heapBytes)) {
            JobState state = new JobState(pes);
            lines.addAll(HangReport.inVirtualTime(state, WaitedVariables.of(heap, state), stacks, now));
        }
        return lines;
    }

    /** Answers the launcher's question where the PEs are. */
    static void answerPlaces(JobFiles files) {
        if (QuestionFile.PLACES.wanted(files)) {
            QuestionFile.PLACES.answer(files, started() == null ? List.of("the simulation has not begun")
                : started().places());
        }
    }

    private static synchronized SimJob started() {
        return current;
    }

    /** {@return a line per PE about its current call; lines may be of different times, as the simulation continues} */
    private List<String> places() {
        Scheduler scheduler = simulation.scheduler();
        List<String> lines = new ArrayList<>();
        for (SimBackend backend : backends) {
            PublishedWait wait = backend.published();
            ThreadDump dump = ThreadDump.of(scheduler.stack(backend.pe()));
            lines.add("PE " + backend.pe() + ' ' + (scheduler.state(backend.pe()) == Scheduler.State.FINISHED
                ? "has returned from main" : wait.waits() ? "waits in " + wait.call()
                : backend.pe() == scheduler.current() ? "runs" : "is about to run")
                + (dump == null ? "" : ", at " + dump.place()));
        }
        return lines;
    }

    /** {@return the state of a PE's library} */
    PeState state(int pe) {
        return backends[pe].peState();
    }

    /** {@return the last PE to arrive at a collective, or -1 if one has not arrived or has called many since} */
    int lastToCome(long collective) {
        int last = -1;
        long latest = -1;
        for (SimBackend backend : backends) {
            long came = backend.cameTo(collective);
            if (came < 0) {
                return -1;
            }
            if (came > latest) {
                latest = came;
                last = backend.pe();
            }
        }
        return last;
    }

    EndOfPe ends(int pe) {
        return ends[pe];
    }

    Machine machine() {
        return machine;
    }

    SoftwareProfile profile() {
        return profile;
    }

    int nPes() {
        return backends.length;
    }

    long heapBytes() {
        return heapBytes;
    }

    Backend backend() {
        SimBackend backend = backends[simulation.scheduler().current()];
        requirePe(backend);
        ends[backend.pe()].enter();
        return backend;
    }

    /** Makes refused calls end the JVM, because a pool might drop the exception. */
    void endAtRefusals(ExitRules newRules) {
        rules = newRules;
    }

    /** Refuses calls of threads other than the PE's own, because virtual time has one running thread. */
    void requirePe(SimBackend backend) {
        Scheduler scheduler = simulation.scheduler();
        boolean ofPe = scheduler.calledByCurrent();
        if (!ofPe || scheduler.current() != backend.pe()) {
            IllegalStateException why = new IllegalStateException("PE " + backend.pe() + ": on a simulated machine only"
                + " the thread that runs main may call the library, not " + Thread.currentThread());
            if (!ofPe && rules != null) {
                rules.fail(backend.pe(), Thread.currentThread(), why);
            }
            throw why;
        }
    }

    /** Host of all PEs of a simulated machine; a call gets the backend of the running PE. */
    public static final class SimHost extends Host {
        public SimHost() {
            // The job exists before any of its PEs runs.
        }

        @Override
        public Backend backend() {
            return SimJob.current().backend();
        }
    }
}
