// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The chip in virtual time. Its cores run programs, and each moved line is a request at a port or a memory controller,
 * in the order of time.
 *
 * <p>A request at a free port costs one event. If requests wait, the port has an event when it becomes free. A core's
 * requests follow each other without events while no other event is earlier.
 */
public final class MeshChip {
    private final MeshMachine machine;
    private final Topology topology;
    private final int running;
    private final boolean waiting;
    /** Null if waiting cores notice a flag immediately. */
    private final Looks looks;
    private final Scheduler scheduler;
    private final FlagTable flags;
    private final Ways ways;
    private final MeshPort[] ports;
    private final Transfer[] transfers;
    private final MeshCore[] cores;

    public MeshChip(MeshMachine machine, MeshOptions options) {
        this(machine, options, machine.cores());
    }

    /** A chip at time 0 that runs programs only on its first cores. */
    public MeshChip(MeshMachine machine, MeshOptions options, int running) {
        this.machine = machine;
        this.running = running;
        this.topology = new Topology(machine);
        this.waiting = options.waiting();
        int count = topology.cores();
        this.ports = new MeshPort[topology.tiles() + topology.controllers()];
        this.scheduler = new Scheduler(running, options.carrier(), count + ports.length, this::act);
        Looks all = new Looks(machine);
        this.looks = options.looking() ? all : null;
        this.flags = new FlagTable(count, all, scheduler);
        this.ways = new Ways(machine, topology, options, flags, all);
        for (int i = 0; i < ports.length; i++) {
            ports[i] = new MeshPort(count, i < topology.tiles()
                ? new Arbiter(topology, machine.columns(), machine.coresPerTile(), i) : null);
        }
        this.transfers = new Transfer[count];
        this.cores = new MeshCore[count];
        for (int core = 0; core < count; core++) {
            transfers[core] = new Transfer(ways, core, machine.numbersPerLine());
            cores[core] = new MeshCore(this, core);
        }
    }

    /** Runs a program on all cores from time 0; throws IllegalStateException if one fails or all sleep. */
    public void run(Consumer<MeshCore> program) {
        switch (scheduler.run(core -> program.accept(cores[core]))) {
            case Outcome.Finished finished -> {
                return;
            }
            case Outcome.Failed failed -> throw new IllegalStateException("core " + failed.pe() + ": "
                + failed.cause().getMessage(), failed.cause());
            case Outcome.Deadlocked deadlocked -> throw new IllegalStateException("deadlock: " + waits());
            default -> throw new IllegalStateException("a core ended the run");
        }
    }

    /** {@return the time in picoseconds of a program on one core of an otherwise idle chip} */
    public long alone(int core, Consumer<MeshCore> program) {
        run(running -> {
            if (running.number() == core) {
                program.accept(running);
            }
        });
        return endTime();
    }

    public MeshCore core(int number) {
        return cores[number];
    }

    private String waits() {
        StringBuilder text = new StringBuilder();
        for (int core = 0; core < running; core++) {
            if (scheduler.state(core) == Scheduler.State.ASLEEP) {
                text.append(text.isEmpty() ? "" : ", ").append("core ").append(core).append(" waits for ")
                    .append(flags.describe(core));
            }
        }
        return text.toString();
    }

    public MeshMachine machine() {
        return machine;
    }

    public Topology topology() {
        return topology;
    }

    /** {@return the latest clock of all cores, in picoseconds} */
    public long endTime() {
        return scheduler.clock(last());
    }

    /** {@return the chain of writes that ends at the latest clock} */
    public LinesWritten written() {
        return cores[last()].written();
    }

    private int last() {
        return IntStream.range(0, running).boxed().max(Comparator.comparingLong(scheduler::clock)).orElseThrow();
    }

    MeshPort port(int tile) {
        return ports[tile];
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    /** {@return the polls of waiting cores, or null if they see a flag as soon as it is set} */
    Looks looks() {
        return looks;
    }

    Ways ways() {
        return ways;
    }

    /** {@return the transfer object of a core without a transfer in progress} */
    Transfer transfer(int core) {
        return transfers[core];
    }

    /** Waits for the end of a transfer; its first request arrives at a time, or it is DONE. */
    void complete(int core, long first) {
        if (first == Transfer.DONE) {
            scheduler.spendUntil(transfers[core].time());
            return;
        }
        scheduler.post(core, first);
        scheduler.sleep();
    }

    /** Handles an event: a core's request arrives, or a port with waiting requests becomes free. */
    private void act(int agent, long time) {
        int core = agent < cores.length ? agent : ports[agent - cores.length].next(time);
        long end = agent < cores.length ? request(core, time) : release(agent, core, time);
        while (end >= 0) {
            long next = transfers[core].served(end);
            if (next == Transfer.DONE) {
                scheduler.wake(core, transfers[core].time());
                return;
            }
            if (next >= scheduler.firstTime()) {
                scheduler.post(core, next);
                return;
            }
            end = request(core, next);
        }
    }

    private long release(int agent, int core, long time) {
        MeshPort port = ports[agent - cores.length];
        Ways.Way access = transfers[core].access();
        long end = port.occupy(afterLooks(access, time), access.service());
        if (port.hasWaiters()) {
            scheduler.post(agent, end);
        }
        return end;
    }

    /** {@return when a core's request is served, or -1 if it has to wait} */
    private long request(int core, long time) {
        Ways.Way access = transfers[core].access();
        if (!waiting) {
            return time + access.service();
        }
        MeshPort port = ports[access.resource()];
        if (port.isFree(time)) {
            return port.serve(core, afterLooks(access, time), access.service());
        }
        if (port.enqueue(core, time)) {
            scheduler.post(cores.length + access.resource(), port.freeAt());
        }
        return -1;
    }

    private long afterLooks(Ways.Way access, long time) {
        return looks == null || access.resource() >= topology.tiles() ? time : looks.free(access.resource(), time);
    }
}
