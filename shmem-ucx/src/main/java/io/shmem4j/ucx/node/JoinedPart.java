// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.hang.JobState;
import io.shmem4j.hang.Judge;
import io.shmem4j.hang.JvmAttachment;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.join.JoinedJob;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The work of an agent in a joined job, whose PEs are there before it. */
public final class JoinedPart {
    /** First word of a joined job's plan, followed by the folder of jobs and the settings of node 0. */
    public static final String WORD = "--joined";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Link link;
    private final Inbox inbox;
    private final NodePart part;
    private final String host;
    private final List<String> words;
    /** Measures how long no PE of this node has moved; the head decides. */
    private final Judge judge = new Judge(Times.TRANSIT_NANOS, 0);
    private boolean stuck;
    private JoinedJob job;
    private NodeMemory memory;

    JoinedPart(Link link, NodePart part, String host, List<String> words) {
        this.link = link;
        this.inbox = new Inbox(link, part, "job " + part.job() + ": the head of its nodes has gone");
        this.part = part;
        this.host = host;
        this.words = words;
    }

    /** Serves the PEs until all have left or the job has failed. */
    int run() throws InterruptedException {
        inbox.start();
        String failure;
        try {
            job = find();
            failure = job == null ? inbox.reason() : serve();
        } catch (IOException | CompletionException e) {
            failure = "job " + part.job() + ": the agent of node " + part.node() + " (" + host + ") can't serve its "
                + "PEs: " + (e instanceof CompletionException ? e.getCause().getMessage() : e);
        }
        if (memory != null) {
            memory.end();
        }
        if (failure != null) {
            if (job != null) {
                job.control().abort(-1, ExitStatus.FAILED, failure);
            }
            inbox.send(Kind.SUMMARY, failure);
            inbox.send(Kind.OVER, Boolean.toString(false));
        }
        if (job != null) {
            job.leaveAgent(Times.LINGER_NANOS);
        }
        return inbox.end(failure == null ? ExitStatus.OK : ExitStatus.FAILED, "") ? ExitStatus.OK : ExitStatus.FAILED;
    }

    /** {@return the job, or null if the head gives it up before this node's PEs have created it} */
    private JoinedJob find() throws IOException {
        while (true) {
            boolean last = inbox.reason() != null;
            JoinedJob found = JoinedJob.serve(Path.of(words.get(1)), part);
            if (found != null || last) {
                return found;
            }
            Waiter.park(LOOK_NANOS);
        }
    }

    /** {@return the reason why the job has failed, or null} */
    private String serve() throws IOException, InterruptedException {
        String failure = inbox.reason() != null ? inbox.reason() : difference();
        if (failure != null) {
            return failure;
        }
        part.write(job.files());
        memory = NodeMemory.open(ShmJob.open(job.files()), link, inbox, host);
        inbox.send(Kind.CARDS, memory.card().line());
        boolean served = false;
        while (true) {
            failure = job.problem();
            if (failure != null) {
                return failure;
            }
            Message answer = served ? null : inbox.pollAnswer();
            if (answer != null && answer.kind() == Kind.CARDS) {
                NodePart.writeCards(job.files(), answer.text());
                served = true;
            }
            sendWaits();
            if (job.isOver()) {
                inbox.sendStates();
                inbox.send(Kind.OVER, Boolean.toString(true));
                inbox.awaitRelease();
                return inbox.reason();
            }
            Waiter.park(LOOK_NANOS);
        }
    }

    /** Reports to the head when all PEs begin or cease to be stuck, and sends their waits if it has asked. */
    private void sendWaits() throws InterruptedException {
        JobState state = job.standstill().state();
        if (judge.isDue(state.standing(), System.nanoTime()) != stuck) {
            stuck = !stuck;
            inbox.send(Kind.STUCK, Boolean.toString(stuck));
        }
        if (inbox.pollQuestion()) {
            inbox.send(Kind.WHERE, (stuck ? job.standstill().waits(state, true) : PartWaits.of(part.first(), state,
                WaitedVariables.of(job.files(), job.control(), state), JvmAttachment.ask(pids(), (_, text) ->
                new ThreadDump(text)), false, null)).bytes());
        }
    }

    private List<Long> pids() {
        return IntStream.range(part.first(), part.first() + part.count()).mapToObj(job::pid).toList();
    }

    /** {@return the first setting in which this node's job differs from node 0's, in words, or null} */
    private String difference() throws IOException {
        String difference = JoinedJob.difference(JoinedJob.facts(job.files()),
            String.join("\n", words.subList(2, words.size())), "node 0");
        return difference == null ? null : "job " + part.job() + ": node " + part.node() + " (" + host
            + ") has joined with " + difference;
    }
}
