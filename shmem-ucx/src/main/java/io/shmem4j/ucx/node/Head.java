// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static io.shmem4j.launch.option.LauncherOption.GRACE;
import static io.shmem4j.launch.option.LauncherOption.HANG_DETECT;
import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.RESPAWN;
import static io.shmem4j.launch.option.LauncherOption.TIMEOUT;

import io.shmem4j.hang.Judge;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.process.LineSink.StreamSink;
import io.shmem4j.launch.process.Signals;
import io.shmem4j.report.OutputFault;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Times;
import io.shmem4j.ucx.node.AgentCommand.Cleaning;
import io.shmem4j.ucx.node.Link.Facts;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link.Message;
import io.shmem4j.ucx.transport.UcxContext;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs a job on several nodes. The thread in {@link #run} handles the messages of all agents, which it takes from one
 * queue. Output is written by the threads that receive it, so that a slow reader delays the PEs instead of filling the
 * queue. The first node whose part fails decides how the job ends; the head then ends all other parts.
 */
final class Head {
    private static final long TICK_MILLIS = 100;

    private final JobLayout layout;
    private final AgentCommand command;
    private final Cleaning cleaning;
    private final LinkedBlockingQueue<Node.Event> events = new LinkedBlockingQueue<>();
    private final List<Node> nodes = new ArrayList<>();
    private final StreamSink out = new StreamSink(1, FileDescriptor.out, found -> fault = found);
    private final StreamSink err = new StreamSink(2, FileDescriptor.err, found -> fault = found);
    private final CountDownLatch finished = new CountDownLatch(1);
    private final int[] states;
    private final Watch watch;
    /** Null in a job that ends with the first death. */
    private final Meetings meetings;
    private volatile boolean interrupted;
    private volatile boolean orphaned;
    private volatile OutputFault fault;
    private Node deciding;
    private Node lost;
    private long lostSince;
    private int decided = -1;
    private String reason;
    private byte[] abort;
    private long deadline = Long.MAX_VALUE;
    private long looked = System.nanoTime();
    private boolean planned;
    private boolean hasNamedLate;
    private boolean released;

    Head(JobLayout layout, Installation installation) {
        this.layout = layout;
        this.command = new AgentCommand(layout, installation);
        this.cleaning = command.new Cleaning();
        this.watch = new Watch(this, nodes, layout.options());
        this.states = new int[layout.nodes().getLast().first() + layout.nodes().getLast().count()];
        this.meetings = !layout.options().has(RESPAWN) ? null
            : new Meetings(nodes, states.length, layout.options().whole(RESPAWN));
    }

    int run() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "end of the job"));
        Signals.listenToQuit(watch::ask);
        try {
            start();
            while (!nodes.stream().allMatch(node -> node.hasEnded() || node.gone)) {
                Node.Event event = events.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
                if (event != null) {
                    take(event.node(), event.message());
                }
                look();
            }
            int status = conclude();
            checkOutput();
            return status;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "a message of an agent can't be read: " + e.getMessage(), e);
        } finally {
            nodes.forEach(Node::kill);
            nodes.forEach(node -> node.killForcibly(TimeUnit.MILLISECONDS.toNanos(Times.AGENT_END_MILLIS) + grace()));
            cleaning.finish(nodes);
            finished.countDown();
        }
    }

    /** In a joined job, waits for the end of the JVM that has started this head. */
    void watchStarter() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Means the same as the end of the stream.
        }
        orphaned = true;
    }

    /** Ends the job because of a signal, and returns when it has ended, which lets this process exit. */
    private void interrupt() {
        if (finished.getCount() > 0) {
            interrupted = true;
            try {
                finished.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void start() {
        for (JobLayout.Place place : layout.nodes()) {
            ProcessBuilder builder = command.on(place.host());
            try {
                nodes.add(new Node(nodes.size(), place, command.start(builder), this::receive));
            } catch (IOException e) {
                throw new LaunchException(ExitStatus.LAUNCH, "can't run " + builder.command().getFirst() + ": "
                    + e.getMessage(), e);
            }
        }
    }

    /** Receives a message on the thread that has read it from an agent. */
    private void receive(Node.Event event) {
        Node node = event.node();
        Message message = event.message();
        if (message != null && (message.kind() == Kind.OUT || message.kind() == Kind.ERR)) {
            node.writes = true;
            (message.kind() == Kind.OUT ? out : err).write(node, message.body());
            node.writes = false;
        } else {
            events.add(event);
        }
    }

    private void take(Node node, Message message) throws IOException {
        if (message == null) {
            node.gone = true;
            if (!node.hasEnded()) {
                cleaning.begin(node);
                noteLoss(node);
            }
            return;
        }
        switch (message.kind()) {
            case HELLO -> {
                node.facts = Facts.of(message.lines());
                if (abort != null) {
                    abort(node);
                }
                whenAll(each -> each.facts, this::sendPlans);
            }
            case HEAP -> {
                node.heap = message.text();
                whenAll(each -> each.heap, () -> sendAll(Kind.HEAP, Long.toString(nodes.stream().map(each -> each.heap)
                    .mapToLong(Long::parseLong).min().orElseThrow()).getBytes(StandardCharsets.UTF_8)));
            }
            case CARDS -> {
                node.card = message.text();
                whenAll(each -> each.card, () -> sendAll(Kind.CARDS, nodes.stream().map(each -> each.card)
                    .collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8)));
            }
            case STATES -> pass(node, message);
            case OVER -> finish(node, Boolean.parseBoolean(message.text()));
            case CAME, DIED, READY -> meetings.take(node, message);
            case SUMMARY -> node.noteSummary(message.text());
            case WHERE, SAMPLES, STUCK, WAITED, ASK -> watch.take(node, message);
            case END -> {
                node.noteEnd(message.number(), message.textAfterNumber());
                if (!node.finished) {
                    decide(node, node.status, null);
                }
            }
            default -> { }
        }
    }

    private void whenAll(Function<Node, Object> fact, Runnable then) {
        if (abort == null && nodes.size() == layout.nodes().size()
            && nodes.stream().allMatch(node -> fact.apply(node) != null)) {
            then.run();
        }
    }

    private void sendAll(Kind kind, byte[] body) {
        nodes.forEach(node -> node.send(kind, body));
    }

    private void sendPlans() {
        Facts first = nodes.getFirst().facts;
        for (Node node : nodes) {
            String difference = first.difference(node.facts);
            if (node.facts.ucx() == null) {
                decide(null, ExitStatus.LAUNCH, node.name() + ": " + UcxContext.describeMissing(node.facts.problem()));
                return;
            }
            if (difference != null) {
                decide(null, ExitStatus.LAUNCH, nodes.getFirst().name() + " and " + node.name()
                    + " are not alike: one has " + difference);
                return;
            }
        }
        String job = layout.joined() == null ? jobId() : layout.joined().name();
        planned = true;
        int cores = nodes.stream().mapToInt(node -> node.facts.cores()).sum();
        nodes.forEach(node -> sendPlan(node, cores, job));
    }

    private void sendPlan(Node node, int cores, String job) {
        String words = layout.words().stream().map(Link::encode).collect(Collectors.joining("\n"));
        node.heard = System.nanoTime();
        NodePart part = new NodePart(node.number, layout.nodes().size(), node.place.first(), node.place.count(), cores,
            job);
        node.send(Kind.PLAN, (part.text() + "\n" + words).getBytes(StandardCharsets.UTF_8));
    }

    private static String jobId() {
        try {
            return JobFiles.newJobId();
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "this machine has no random numbers: " + e.getMessage(), e);
        }
    }

    /** Passes the states of a node's PEs on to all other nodes. */
    private void pass(Node from, Message message) {
        byte[] body = message.body();
        for (int i = 0; i < from.place.count(); i++) {
            states[from.place.first() + i] = body[Integer.BYTES + i];
        }
        nodes.stream().filter(node -> node != from).forEach(node -> node.send(Kind.STATES, body));
    }

    /** Handles the end of a node's part. */
    private void finish(Node node, boolean ended) {
        node.finished = true;
        if (!ended) {
            decide(node, -1, null);
        } else if (isAbsent(node) && Arrays.stream(states).anyMatch(state -> state == PeState.RUNNING.ordinal())) {
            decide(null, ExitStatus.FAILED, node.name() + ": its PEs have exited without init while others were"
                + " running: every PE of a job calls Shmem.init()");
        }
        if (decided < 0 && deciding == null && !released && nodes.stream().allMatch(each -> each.finished)) {
            released = true;
            sendAll(Kind.RELEASE, new byte[0]);
        }
    }

    /** {@return whether a PE of the node has ended without init} */
    private boolean isAbsent(Node node) {
        return IntStream.range(node.place.first(), node.place.first() + node.place.count()).anyMatch(pe ->
            states[pe] == PeState.STARTED.ordinal() && (meetings == null || !meetings.isFallen(pe)));
    }

    /**
     * Handles the end of an agent. The verdict is delayed, because UCX aborts an agent that answers a PE which has died
     * elsewhere.
     */
    private void noteLoss(Node node) {
        String said = node.startOutput();
        if (node.facts == null) {
            decide(null, ExitStatus.LAUNCH, node.name() + ": its agent has not started"
                + (said.isEmpty() ? "" : ": " + said));
        } else if (lost == null) {
            lost = node;
            lostSince = System.nanoTime();
        }
    }

    private String describeLoss() {
        return lost.name() + ": its agent has gone";
    }

    /** Decides how the job ends, by a node's part or else by the head's own reason, and ends all other parts. */
    private void decide(Node by, int status, String why) {
        if (deciding != null || decided >= 0 || released) {
            return;
        }
        deciding = by;
        decided = by == null ? status : -1;
        reason = why;
        deadline = System.nanoTime() + Times.AGENTS_END_NANOS + grace();
        String told = reasonForPes(by, why);
        abort = Link.withNumber(Math.max(status, ExitStatus.FAILED), told.getBytes(StandardCharsets.UTF_8));
        for (Node node : nodes) {
            if (node != by && node.facts != null) {
                abort(node);
            } else if (node != by && layout.joined() == null) {
                node.kill();
            }
        }
    }

    private long grace() {
        return (long) (layout.options().number(GRACE) * 1e9);
    }

    /** Ends a node's part. */
    private void abort(Node node) {
        if (layout.joined() != null && !planned) {
            // Without a plan the agent could not find the joined PEs, to report the reason to them.
            sendPlan(node, 1, layout.joined().name());
        }
        node.send(Kind.ABORT, abort);
    }

    /** {@return the message of exceptions in joined PEs; other PEs are killed} */
    private String reasonForPes(Node by, String why) {
        return layout.joined() == null ? "" : by != null && by.summary != null ? by.summary
            : "job " + layout.joined().name() + ": " + (by == null ? why : by.name() + ": " + by.problem);
    }

    /** Ends a joined job if nodes are missing at the deadline, or if PE 0 has died before all nodes arrived. */
    private void lookForNodes(long now) {
        if (layout.joined() != null && (orphaned || now - layout.joined().end() > 0)) {
            String missing = nodes.stream().filter(node -> node.card == null).map(node -> node.name() + " with PEs "
                + node.place.first() + " to " + (node.place.first() + node.place.count() - 1))
                .collect(Collectors.joining(", "));
            if (!missing.isEmpty()) {
                decide(null, ExitStatus.FAILED, orphaned ? "PE 0 has died before all nodes were there"
                    : "not all nodes are there in time, " + missing + " is missing");
            }
        }
    }

    /** Informs the user once about agents that do not start: a starter may be waiting for input. */
    private void lookForAgents(long now) {
        List<Node> late = hasNamedLate || layout.joined() != null ? List.of() : nodes.stream().filter(node ->
            node.facts == null && !node.gone && now - node.heard > Times.SILENCE_NANOS).toList();
        if (!late.isEmpty()) {
            hasNamedLate = true;
            say("still waits for the agents of " + late.stream().map(Node::name).collect(Collectors.joining(", "))
                + layout.starter().trial(late.getFirst().place.host()));
        }
    }

    private void look() throws IOException {
        long now = System.nanoTime();
        boolean stopped = now - looked > Times.STOPPED_NANOS;
        for (Node node : nodes) {
            if (stopped || node.writes) {
                node.heard = now;
                // Messages of its end wait, or follow its output.
                deadline = Math.max(deadline, now + Times.AGENTS_END_NANOS);
            }
        }
        looked = now;
        checkOutput();
        lookForNodes(now);
        boolean running = deciding == null && decided < 0 && !released;
        if (running) {
            lookForAgents(now);
        }
        watch.look(running && nodes.size() == layout.nodes().size());
        if (interrupted) {
            decide(null, ExitStatus.TERMINATED, "ended by a signal");
        }
        if (lost != null && now - lostSince > Times.OTHER_REASON_NANOS) {
            decide(null, ExitStatus.FAILED, describeLoss());
        }
        for (Node node : nodes) {
            if (!node.gone && !node.hasEnded() && planned && now - node.heard > Times.SILENCE_NANOS) {
                node.gone = true;
                decide(null, ExitStatus.FAILED, node.name() + ": nothing has been heard of it for "
                    + TimeUnit.NANOSECONDS.toSeconds(Times.SILENCE_NANOS) + " s");
            }
        }
        if (now - deadline > 0) {
            nodes.stream().filter(node -> !node.hasEnded()).forEach(node -> node.gone = true);
        }
    }

    /** Prints a report, unless options suppress it. */
    void report(String first, List<String> more) {
        Options options = layout.options();
        if (layout.joined() != null || !options.has(QUIET) || options.has(HANG_DETECT) || options.has(TIMEOUT)) {
            answer(first, more);
        }
    }

    void answer(String first, List<String> more) {
        write(first + (more.isEmpty() ? "" : "\n") + String.join("\n", more));
    }

    /** Ends a deadlocked job with a report to the user or, in a joined job, to each program. */
    void deadlock(List<String> lines) {
        if (layout.joined() == null) {
            report(Judge.DEADLOCK, lines);
            end(ExitStatus.FAILED, "deadlock");
        } else {
            end(ExitStatus.FAILED, Judge.DEADLOCK + "\n" + String.join("\n", lines));
        }
    }

    void end(int status, String why) {
        decide(null, status, why);
    }

    private int conclude() throws IOException {
        for (Node.Event event = events.poll(); event != null; event = events.poll()) {
            if (event.message() != null) {
                take(event.node(), event.message());
            }
        }
        if (lost != null) {
            decide(null, ExitStatus.FAILED, describeLoss());
        }
        if (deciding != null) {
            String line = deciding.summary != null ? deciding.summary : deciding.problem;
            say(line.isEmpty() ? null : deciding.summary == null ? line : deciding.name() + ": " + line);
            say(lost == null ? null : describeLoss());
            return deciding.hasEnded() ? deciding.status : ExitStatus.FAILED;
        }
        if (decided >= 0) {
            say(reason);
            return decided;
        }
        List<Node> failed = nodes.stream().filter(node -> node.status != ExitStatus.OK).toList();
        failed.stream().filter(node -> node.summary != null).forEach(node -> say(node.name() + ": " + node.summary));
        return failed.isEmpty() ? ExitStatus.OK : failed.getFirst().status;
    }

    private void say(String line) {
        // Joined PEs report to their users, unless they have no agent.
        boolean unheard = layout.joined() != null && !planned;
        if (line != null && (unheard || !layout.options().has(QUIET))) {
            write(line);
        }
    }

    private void checkOutput() {
        if (fault != null) {
            throw new LaunchException(fault.status(), fault.message());
        }
    }

    private void write(String line) {
        err.write(this, ("oshrun: " + line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
