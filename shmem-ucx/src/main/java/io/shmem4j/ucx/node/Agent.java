// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.config.Setting;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.launch.plan.ManyNodes;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.ucx.node.Link.Facts;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link.Message;
import io.shmem4j.ucx.transport.UcxContext;
import io.shmem4j.ucx.transport.UcxException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * The agent of a node. It receives the head's messages on standard input and sends its own to {@link #TO_HEAD}. All
 * other output of the process goes to standard error.
 */
public final class Agent extends NodeAgent {
    /** The descriptor of the stream to the head, opened by the agent's start command. */
    public static final String TO_HEAD = "/proc/self/fd/3";

    /** Contains the machine's name, which needs no resolver. */
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final Link link;
    private final NodePart part;
    private final Inbox inbox;
    private final Facts facts;
    private NodeMemory memory;

    private Agent(Link link, NodePart part, Facts facts) {
        this.link = link;
        this.part = part;
        this.facts = facts;
        this.inbox = new Inbox(link, part, "");
    }

    public static int run(ManyNodes.Launch launch) {
        try {
            Link link = new Link(System.in, new FileOutputStream(TO_HEAD));
            Facts facts = facts();
            if (!greets(link, facts)) {
                return ExitStatus.LAUNCH;
            }
            Message plan = link.read();
            if (plan == null || plan.kind() != Kind.PLAN) {
                return ExitStatus.LAUNCH;
            }
            List<String> lines = plan.lines();
            NodePart part = NodePart.of(lines.getFirst());
            List<String> words = lines.subList(1, lines.size()).stream().map(Link::decode).toList();
            return words.getFirst().equals(JoinedPart.WORD) ? new JoinedPart(link, part, facts.host(), words).run()
                : new Agent(link, part, facts).launch(launch, words);
        } catch (IOException e) {
            System.err.println("oshrun --agent: only oshrun starts it, on each node of a job: " + e);
            return ExitStatus.LAUNCH;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    /** {@return whether the head is still alive} It may have reached its time limit and reported that. */
    private static boolean greets(Link link, Facts facts) {
        try {
            link.sendMark();
            link.send(Kind.HELLO, facts.text());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private int launch(ManyNodes.Launch launch, List<String> words) throws InterruptedException {
        inbox.start();
        int status;
        String problem = "";
        try {
            status = launch.run(words, this);
        } catch (LaunchException e) {
            status = e.status();
            problem = e.getMessage();
        }
        if (memory != null) {
            memory.end();
        }
        inbox.end(status, problem);
        return status;
    }

    private static Facts facts() throws IOException {
        String ucx = null;
        String problem = null;
        try {
            ucx = UcxContext.version();
        } catch (UcxException e) {
            problem = e.getMessage();
        }
        return new Facts(Installation.version(), Runtime.version().toString(),
            ByteOrder.nativeOrder() + " " + System.getProperty("os.arch"), Files.readString(HOST_NAME).strip(),
            Setting.CORES.isSet() ? Setting.CORES.intValue() : Machine.cores(), ucx, problem);
    }

    @Override
    public NodePart part() {
        return part;
    }

    @Override
    public OutputStream output(int descriptor) {
        return new SentOutput(link, descriptor == 1 ? Kind.OUT : Kind.ERR);
    }

    @Override
    public long heap(long bytes) {
        return Long.parseLong(inbox.exchange(Kind.HEAP, Long.toString(bytes)));
    }

    @Override
    public void open(JobFiles files) {
        try {
            ShmJob job = ShmJob.open(files);
            memory = NodeMemory.open(job, link, inbox, facts.host());
            files.write(NodePart.CARDS, inbox.exchange(Kind.CARDS, memory.card().line()));
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't map the job's files: " + e, e);
        } catch (CompletionException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "node " + part.node() + " (" + facts.host() + "): "
                + e.getCause().getMessage(), e);
        }
    }

    @Override
    public boolean wantsWaits() {
        return inbox.pollQuestion();
    }

    @Override
    public void sendWaits(PartWaits waits) {
        inbox.send(Kind.WHERE, waits.bytes());
    }

    @Override
    public void reportStuck(boolean stuck) {
        inbox.send(Kind.STUCK, Boolean.toString(stuck));
    }

    @Override
    public void reportLongWait() {
        inbox.send(Kind.WAITED, "");
    }

    @Override
    public void end(boolean byThemselves) {
        if (!byThemselves) {
            memory.end();
        }
        inbox.sendStates();
        inbox.send(Kind.OVER, Boolean.toString(byThemselves));
        if (byThemselves) {
            inbox.awaitRelease();
        }
    }

    @Override
    public String announceDeaths(boolean mayRestart, List<String> lines) {
        return inbox.reportDeaths(mayRestart + "\n" + String.join("\n", lines));
    }

    @Override
    public void summary(String line) {
        inbox.send(Kind.SUMMARY, line);
    }

    /** A stream to the head, which writes to its own stream. */
    private static final class SentOutput extends OutputStream {
        private final Link link;
        private final Kind kind;

        SentOutput(Link link, Kind kind) {
            this.link = link;
            this.kind = kind;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            link.send(kind, bytes, offset, length);
        }
    }
}
