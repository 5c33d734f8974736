// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.inspect.PeLooks;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Times;
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
 * An agent's exchange of messages with the head while the job runs: answers, states of PEs, the request to end the job.
 * The end of the stream from the head ends this node's part.
 */
final class Inbox {
    private static final long STATES_MILLIS = 20;
    private static final Message GONE = new Message(Kind.ABORT, new byte[0]);

    private final Link link;
    private final NodePart part;
    private final String gone;
    private final Thread listener = Thread.ofPlatform().daemon().name("shmem4j from head").unstarted(this::listen);
    private final LinkedBlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean questioned = new AtomicBoolean();
    /** Lets the listener take an abort while a head that does not read blocks the states on their way. */
    private final Object sending = new Object();
    private volatile ControlFile control;
    private NodeMemory memory;
    private volatile Questions questions;
    /** Not null in a job that outlives its PEs. */
    private volatile NodeLives lives;
    private int abortStatus = -1;
    private String reason;
    private byte[] lastStates = {};

    /** Creates an inbox; {@code gone} is the reason of the abort after the loss of the head. */
    Inbox(Link link, NodePart part, String gone) {
        this.link = link;
        this.part = part;
        this.gone = gone;
    }

    /** Starts the threads that receive from the head and send to it. */
    void start() {
        listener.start();
        Thread.ofPlatform().daemon().name("shmem4j to head").start(this::report);
    }

    /**
     * Connects the inbox with the job: sends the states in the control file, writes those of other nodes there, and
     * forwards questions.
     *
     * @param served the node's memory, whose service ends with an abort
     */
    synchronized void connect(ControlFile file, Questions ofTools, NodeMemory served) {
        control = file;
        questions = ofTools;
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

    /** {@return the reason of the abort, or null} */
    synchronized String reason() {
        return reason;
    }

    /** {@return the head's next answer, or null if none has arrived} */
    Message pollAnswer() {
        return answers.poll();
    }

    /** {@return whether the head has asked for the PEs' waits since the last call} */
    boolean pollQuestion() {
        return questioned.getAndSet(false);
    }

    /** Sends a message and {@return the head's answer} Throws if the job is aborted. */
    String exchange(Kind kind, String text) {
        String answer = request(kind, text);
        if (answer == null) {
            throw new LaunchException(ExitStatus.LAUNCH, "");
        }
        return answer;
    }

    /** {@return the head's answer to the death of PEs, or null if the job is aborted} */
    String reportDeaths(String text) {
        return request(Kind.DIED, text);
    }

    private String request(Kind kind, String text) {
        send(kind, text);
        try {
            Message answer = answers.take();
            return answer.kind() == kind ? answer.text() : null;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    void addAnswer(Message message) {
        answers.add(message);
    }

    void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    /** Reports the end of this node's part; {@return whether the head has received it} */
    boolean end(int status, String problem) throws InterruptedException {
        try {
            link.send(Kind.END, Link.withNumber(status, problem.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            // The head has gone, which the user and the PEs know.
            return false;
        }
        // Until the head has closed the stream: the exit of a JVM waits as long for a thread that reads.
        listener.join(Times.LAST_MESSAGE_MILLIS);
        return true;
    }

    private void listen() {
        try {
            for (Message message = link.read(); message != null; message = link.read()) {
                switch (message.kind()) {
                    case HEAP, CARDS -> answers.add(message);
                    case DIED, PREPARE, APPLY -> lives.take(message);
                    case STATES -> storeStates(message.number(), message.body());
                    case ABORT -> abort(message.number(), message.textAfterNumber());
                    case WHERE -> questioned.set(true);
                    case SAMPLES -> questions.sendSamples();
                    case ANSWER -> questions.answer(message);
                    case RELEASE -> released.countDown();
                    default -> { }
                }
            }
        } catch (IOException e) {
            // Means the same as the end of the stream.
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

    /** Stores the states of another node's PEs, which follow the number of the first one. */
    private synchronized void storeStates(int first, byte[] states) {
        for (int i = Integer.BYTES; i < states.length && control != null; i++) {
            control.state(first + i - Integer.BYTES, PeState.values()[states[i]]);
        }
    }

    private void report() {
        long lastBeat = System.nanoTime();
        while (true) {
            try {
                TimeUnit.MILLISECONDS.sleep(STATES_MILLIS);
                sendStates();
                if (questions != null) {
                    questions.look();
                }
                if (System.nanoTime() - lastBeat > Times.BEAT_NANOS) {
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
    void sendStates() {
        if (control == null) {
            return;
        }
        synchronized (sending) {
            byte[] states = new byte[part.count()];
            for (int i = 0; i < states.length; i++) {
                states[i] = (byte) control.state(part.first() + i).ordinal();
            }
            if (!Arrays.equals(states, lastStates)) {
                lastStates = states;
                send(Kind.STATES, Link.withNumber(part.first(), states));
            }
        }
    }

    /** Forwards questions that tools leave in the job's folder to the head, because only the head can ask all nodes. */
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

        /** Samples the PEs and forwards new questions. */
        void look() throws IOException {
            looks.look();
            for (QuestionFile question : FOR_HEAD) {
                if (isNew(question)) {
                    link.send(Kind.ASK, question.name());
                }
            }
        }

        private synchronized boolean isNew(QuestionFile question) {
            if (question.wanted(files)) {
                return asked.add(question);
            }
            asked.remove(question);
            return false;
        }

        void sendSamples() throws IOException {
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
