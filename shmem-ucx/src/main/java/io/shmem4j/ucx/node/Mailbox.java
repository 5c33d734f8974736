// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.spi.PeState;
import io.shmem4j.tools.PeLooks;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Exchanges messages with the head while the job runs: answers, states of PEs, the request to end the job. The end of
 * the stream from the head ends this node's part.
 */
final class Mailbox {
    private static final long STATES_MILLIS = 20;
    private static final long END_MILLIS = 300;
    private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Message GONE = new Message(Kind.ABORT, new byte[0]);

    private final Link link;
    private final NodePart part;
    private final String gone;
    private final Thread listener = new Thread(this::listen, "shmem4j from head");
    private final LinkedBlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean asked = new AtomicBoolean();
    private ControlFile control;
    private NodeMemory memory;
    private volatile Questions questions;
    /** Not null in a job that outlives its PEs. */
    private volatile NodeLives lives;
    private int abortStatus = -1;
    private String reason;
    private byte[] sent = {};

    /** A mailbox that is not open yet; {@code gone} is said to PEs after the head has gone. */
    Mailbox(Link link, NodePart part, String gone) {
        this.link = link;
        this.part = part;
        this.gone = gone;
    }

    /** Starts the threads that receive from the head and send to it. */
    void start() {
        listener.setDaemon(true);
        listener.start();
        Thread teller = new Thread(this::tell, "shmem4j to head");
        teller.setDaemon(true);
        teller.start();
    }

    /**
     * Connects the mailbox with the job. From now on it sends the states in the control file, writes those of other
     * nodes there, and passes questions on.
     *
     * @param served the node's memory, whose service ends when the job is being ended
     */
    synchronized void tellOf(ControlFile file, Questions asked, NodeMemory served) {
        control = file;
        questions = asked;
        memory = served;
        if (file.outlives()) {
            lives = new NodeLives(file, part, served, this);
            lives.start();
        }
        if (abortStatus >= 0) {
            endPes();
        }
    }

    private void endPes() {
        memory.end();
        control.abort(-1, abortStatus, reason);
    }

    void send(Kind kind, String text) {
        send(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    void send(Kind kind, byte[] body) {
        try {
            link.send(kind, body);
        } catch (IOException e) {
            abort(ExitStatus.FAILED, gone);
        }
    }

    /** {@return why the job is being ended, null if it is not} */
    synchronized String reason() {
        return reason;
    }

    /** {@return the head's answer to a message if it has come, else null} */
    Message answer() {
        return answers.poll();
    }

    /** {@return whether the head has asked since the last call where the PEs are} */
    boolean asked() {
        return asked.getAndSet(false);
    }

    /** Sends a message, and {@return the head's answer} */
    String exchange(Kind kind, String text) {
        String answer = answer(kind, text);
        if (answer == null) {
            throw new LaunchException(ExitStatus.LAUNCH, "");
        }
        return answer;
    }

    /** {@return the head's answer on the end of PEs, null where the job is being ended} */
    String died(String text) {
        return answer(Kind.DIED, text);
    }

    private String answer(Kind kind, String text) {
        send(kind, text);
        try {
            Message answer = answers.take();
            return answer.kind() == kind ? answer.text() : null;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    /** The head has answered an exchange. */
    void answered(Message message) {
        answers.add(message);
    }

    void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    /** Waits until the head has closed the stream, because a JVM that ends waits as long for a thread that reads. */
    void end() throws InterruptedException {
        listener.join(END_MILLIS);
    }

    private void listen() {
        try {
            for (Message message = link.read(); message != null; message = link.read()) {
                switch (message.kind()) {
                    case HEAP, CARDS -> answers.add(message);
                    case DIED, PREPARE, APPLY -> lives.take(message);
                    case STATES -> note(message.number(), message.body());
                    case ABORT -> abort(message.number(), message.textBehind());
                    case WHERE -> asked.set(true);
                    case SAMPLES -> questions.tellSamples();
                    case ANSWER -> questions.answer(message);
                    case RELEASE -> released.countDown();
                    default -> { }
                }
            }
        } catch (IOException e) {
            // A broken stream means the same as its end.
        }
        abort(ExitStatus.FAILED, gone);
    }

    private synchronized void abort(int status, String why) {
        if (abortStatus < 0) {
            abortStatus = status;
            reason = why;
            answers.add(GONE);
            if (control != null) {
                endPes();
            }
            released.countDown();
        }
    }

    /** The states of PEs from the first on stand behind its number. */
    private synchronized void note(int first, byte[] states) {
        for (int i = Integer.BYTES; i < states.length && control != null; i++) {
            control.state(first + i - Integer.BYTES, PeState.values()[states[i]]);
        }
    }

    private void tell() {
        long lastBeat = System.nanoTime();
        while (true) {
            try {
                TimeUnit.MILLISECONDS.sleep(STATES_MILLIS);
                tellStates();
                if (questions != null) {
                    questions.look();
                }
                if (System.nanoTime() - lastBeat > BEAT_NANOS) {
                    lastBeat = System.nanoTime();
                    link.send(Kind.BEAT, "");
                }
            } catch (IOException e) {
                abort(ExitStatus.FAILED, gone);
                return;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Sends the states of this node's PEs, if they have changed. */
    synchronized void tellStates() {
        if (control == null) {
            return;
        }
        byte[] states = new byte[part.count()];
        for (int i = 0; i < states.length; i++) {
            states[i] = (byte) control.state(part.first() + i).ordinal();
        }
        if (!Arrays.equals(states, sent)) {
            sent = states;
            send(Kind.STATES, Link.numbered(part.first(), states));
        }
    }

    /** Passes questions that tools leave in the job's folder to the head, because only the head can ask all nodes. */
    static final class Questions {
        private static final List<QuestionFile> FOR_HEAD = List.of(QuestionFile.STACKS, QuestionFile.SAMPLES);

        private final Link link;
        private final JobFiles files;
        private final PeLooks looks;
        private final Set<QuestionFile> asked = EnumSet.noneOf(QuestionFile.class);

        Questions(Link link, JobFiles files, PeLooks looks) {
            this.link = link;
            this.files = files;
            this.looks = looks;
        }

        /** Looks for new questions, and for PEs that wait. */
        synchronized void look() throws IOException {
            looks.look();
            for (QuestionFile question : FOR_HEAD) {
                if (!question.wanted(files)) {
                    asked.remove(question);
                } else if (asked.add(question)) {
                    link.send(Kind.ASK, question.name());
                }
            }
        }

        void tellSamples() throws IOException {
            link.send(Kind.SAMPLES, looks.lines());
        }

        synchronized void answer(Message message) {
            List<String> lines = message.lines();
            QuestionFile question = QuestionFile.valueOf(lines.getFirst());
            question.answer(files, lines.subList(1, lines.size()));
            asked.remove(question);
        }
    }
}
