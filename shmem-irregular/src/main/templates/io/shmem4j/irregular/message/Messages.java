// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.irregular.lane.Courier;
import io.shmem4j.irregular.lane.Outbox;

/**
 * Messages between the PEs of a team. Each message runs a handler on its receiver.
 *
 * <pre>{@code
 * Messages messages = Messages.allocate(shmem);
 * int count = messages.handler((from, payload) -> table[(int) payload.get()]++);
 * messages.open();
 * for (long key : keys) {
 *     messages.send(owner(key), count, index(key));
 * }
 * messages.finish();
 * }</pre>
 *
 * <p>All PEs register the same handlers in the same order, then open the messages. Messages from one PE to another are
 * handled in order. Handlers of a PE never run concurrently. They run while the PE sends, waits for a {@link Reply} or
 * is in {@link #finish}. Otherwise they run on a thread of the PE, some hundred microseconds after the message arrives,
 * or some milliseconds if none has arrived for a while. On simulated machines, and below {@link
 * io.shmem4j.ThreadLevel#MULTIPLE}, this thread does not exist, so PEs that compute call {@link #poll}.
 *
 * <p>Any thread may send. The thread that made the messages sends without a lock.
 *
 * <p>Buffers are bounded: a send without room handles arriving messages until there is room. Only messages from
 * handlers may accumulate, at their sender.
 *
 * <p>If a handler throws, the current call and all later calls of its PE throw; on the messages' own thread the job
 * ends. The exception names the PE, the handler and the sender.
 */
public final class Messages implements AutoCloseable {
    private final Shmem shmem;
    private final Team team;
    private final Courier courier;
    private final Dispatcher dispatcher;
    private final Questions questions;
    private boolean freed;
    private final Outbox outbox;
    /** Number of handlers; 0 before open and after a failure, when all calls go through the courier. */
    private int known;

    /**
     * Makes messages between all PEs; collective.
     *
     * @param shmem the library
     * @return the messages
     */
    public static Messages allocate(Shmem shmem) {
        return Library.whole(() -> new Messages(shmem, shmem.world()));
    }

    /**
     * Makes messages between the PEs of a team. Collective over all PEs, even those outside of all teams; PEs may pass
     * different teams.
     *
     * @param shmem the library
     * @param team  the team
     * @return the messages
     */
    public static Messages allocate(Shmem shmem, Team team) {
        return Library.whole(() -> new Messages(shmem, team));
    }

    private Messages(Shmem shmem, Team team) {
        this.shmem = shmem;
        this.team = team;
        this.courier = new Courier(shmem, team, "messages", false, Thread.currentThread(), this::receive);
        this.outbox = courier.outbox();
        this.questions = new Questions(courier);
        this.dispatcher = new Dispatcher(shmem.myPe(), courier, questions);
    }

    private void receive(int from, long[] words, int count) {
        try {
            dispatcher.receive(from, words, count);
        } catch (RuntimeException | Error e) {
            known = 0;
            throw e;
        }
    }

    /**
     * Registers a handler.
     *
     * @param handler runs for each message with the number
     * @return its number, for {@link #send}
     * @throws IllegalStateException after {@link #open}
     */
    public int handler(Handler handler) {
        return dispatcher.register(Registered.words(handler));
    }

    /**
     * Registers a handler of messages of a type: {@code String}, {@code byte[]}, or a record with components of these
     * types, of primitive types, or of such record types.
     *
     * @param type    the type
     * @param handler runs for each message with the number
     * @param <M>     the type
     * @return its number, for the {@code send} methods with such a message
     * @throws IllegalArgumentException if messages can't have the type
     * @throws IllegalStateException after {@link #open}
     */
    public <M> int handler(Class<M> type, Handler.Of<M> handler) {
        return dispatcher.register(Registered.typed(type, handler));
    }

    /**
     * Registers code that answers with a word.
     *
     * @param answerer runs for each question with the number
     * @return its number, for {@link #ask}
     * @throws IllegalStateException after {@link #open}
     */
    public int answerer(Handler.Answerer answerer) {
        return dispatcher.register(Registered.words(answerer, dispatcher));
    }

    /**
     * Registers code that answers messages of one type with messages of another. The types are those of
     * {@link #handler(Class, Handler.Of)}.
     *
     * @param question the type of questions
     * @param answer   the type of answers
     * @param answerer runs for each question with the number
     * @param <Q>      the type of questions
     * @param <A>      the type of answers
     * @return its number, for the {@code ask} methods with such a question
     * @throws IllegalArgumentException if messages can't have one of the types
     * @throws IllegalStateException after {@link #open}
     */
    public <Q, A> int answerer(Class<Q> question, Class<A> answer, Handler.TypedAnswerer<Q, A> answerer) {
        return dispatcher.register(Registered.typed(question, answer, answerer, dispatcher));
    }

    /**
     * Enables messages, after the PEs have registered their handlers; collective over all PEs. In a job that outlives
     * its PEs, a wait for messages throws {@code PeFailedException} after a death. Then all PEs call
     * {@code Shmem.recover} and open the messages again. Unhandled messages are lost, and their replies fail.
     *
     * @throws IllegalStateException if the PEs of the team have registered different numbers of handlers; if this is
     *     open or freed
     */
    public void open() {
        boolean again = dispatcher.isOpen();
        if (freed || again && !Library.outlives()) {
            throw new IllegalStateException(dispatcher.where() + (freed ? "freed already; allocate new ones"
                : "they are open already"));
        }
        if (Library.outlives()) {
            courier.renew();
            questions.fail(dispatcher.where() + "the question or its answer was lost when a PE died; ask again");
        }
        int own = dispatcher.count();
        boolean outside = courier.ends().size() == 0;
        int most = outside ? own : team.maxReduce(own);
        int least = outside ? own : team.minReduce(own);
        if (least == most) {
            dispatcher.open();
            known = own;
            if (!again) {
                courier.start();
            }
        }
        shmem.syncAll();
        if (least != most) {
            throw new IllegalStateException(dispatcher.where() + "this PE has registered " + own + " handlers, and"
                + " another " + (own == most ? least : most) + "; all PEs register the same handlers in the same"
                + " order");
        }
    }

    /** {@return the box for a message, or null if it is invalid or must go through the courier} */
    private Outbox.Box box(int pe, int handler, int length) {
        if (Integer.compareUnsigned(handler, known) >= 0) {
            return null;
        }
        long kind = Outbox.kind(handler, length);
        Outbox.Box box = outbox.extend(pe, kind, length);
        return box == null && dispatcher.takesWords(handler) ? outbox.begin(pe, kind) : box;
    }

//#param pe number of its target in the team
//#param handler the handler's number
//#throws pe InvalidPeException if there is no such PE
//#throws handler IllegalArgumentException if there is no such handler
//#throws type ClassCastException if its messages are of another type
    /** Sends a message without words. @params @throws pe, handler */
    public void send(int pe, int handler) {
        dispatcher.send(pe, handler, 0, 0, 0, null);
    }

    /** Sends a message of one word. @params @param word the word @throws pe, handler */
    public void send(int pe, int handler, long word) {
        Outbox.Box box = box(pe, handler, 1);
        if (box == null) {
            dispatcher.send(pe, handler, 1, word, 0, null);
        } else {
            box.add(word);
        }
    }

    /**
     * Sends a message of two words.
     *
     * @params
     * @param first  its first word
     * @param second its second word
     * @throws pe, handler
     */
    public void send(int pe, int handler, long first, long second) {
        Outbox.Box box = box(pe, handler, 2);
        if (box == null) {
            dispatcher.send(pe, handler, 2, first, second, null);
        } else {
            box.add(first, second);
        }
    }

    /** Sends a message of any number of words. @params @param words the words @throws pe, handler */
    public void send(int pe, int handler, long... words) {
        Outbox.Box box = words.length == 0 || words.length > Outbox.MOST ? null : box(pe, handler, words.length);
        if (box == null) {
            dispatcher.send(pe, handler, words.length, 0, 0, words);
        } else {
            box.add(words);
        }
    }

//#param message the message
//#param handler the number of a handler of such messages
    /** Sends a record. @params @throws pe, handler, type */
    public void send(int pe, int handler, Record message) {
        dispatcher.send(pe, handler, message);
    }

    /** Sends text. @params @throws pe, handler, type */
    public void send(int pe, int handler, String message) {
        dispatcher.send(pe, handler, message);
    }

    /** Sends bytes. @params @throws pe, handler, type */
    public void send(int pe, int handler, byte[] message) {
        dispatcher.send(pe, handler, message);
    }

    /**
     * Asks a question of words.
     *
     * @params
     * @param handler the number of an answerer
     * @param words   the question
     * @return the future answer; waiting for it handles messages
     * @throws pe, handler
     */
    public Reply<Long> ask(int pe, int handler, long... words) {
        return dispatcher.ask(pe, handler, words);
    }

//#param question the question
//#param handler the number of an answerer of such questions
//#throws type ClassCastException if its questions are of another type
    /**
     * Asks a question, which is a record.
     *
     * @param <A> the type of the answer
     * @params
     * @return the future answer; waiting for it handles messages
     * @throws pe, handler, type
     */
    public <A> Reply<A> ask(int pe, int handler, Record question) {
        return dispatcher.ask(pe, handler, (Object) question);
    }

    /**
     * Asks a question, which is a text.
     *
     * @param <A> the type of the answer
     * @params
     * @return the future answer; waiting for it handles messages
     * @throws pe, handler, type
     */
    public <A> Reply<A> ask(int pe, int handler, String question) {
        return dispatcher.ask(pe, handler, (Object) question);
    }

    /**
     * Asks a question, which is bytes.
     *
     * @param <A> the type of the answer
     * @params
     * @return the future answer; waiting for it handles messages
     * @throws pe, handler, type
     */
    public <A> Reply<A> ask(int pe, int handler, byte[] question) {
        return dispatcher.ask(pe, handler, (Object) question);
    }

    /**
     * Sends buffered messages and handles arrived ones, without waiting.
     *
     * @return whether any had arrived
     */
    public boolean poll() {
        return courier.step();
    }

    /**
     * Waits until all messages have been handled on all PEs, including those that handlers send. Collective over the
     * team; other threads of this PE must have sent their last message before. If an {@link Error} interrupts this
     * method, the other PEs wait until this PE calls it again, which continues it. After an error in a handler all
     * calls throw.
     *
     * @throws IllegalStateException in a handler, which must not wait; at the end, if a dependent stage of a reply has
     *     failed and was not read
     */
    public void finish() {
        courier.finish();
        IllegalStateException unread = questions.takeUnread();
        courier.endFinish();
        // A call here could fail, and finish would be called again after it has ended.
        if (unread != null) {
            throw unread;
        }
    }

    private static void refuse(IllegalStateException unread) {
        if (unread != null) {
            throw unread;
        }
    }

    /** Waits as {@link #finish} does, and frees the memory of the messages; collective over all PEs. */
    public void free() {
        courier.free();
        freed = true;
        refuse(questions.takeUnread());
    }

    /**
     * Frees the memory without waiting, so that a try block can end with an exception. Call {@link #finish} first:
     * messages that have not arrived are lost. All PEs close in the same order, see {@link io.shmem4j.Symmetric#close}.
     * Does nothing if the memory is free already.
     *
     * @throws IllegalStateException if this PE has sent messages since the last {@link #finish}, except answered
     *     questions, or as {@link #finish} does; the memory is freed all the same
     */
    @Override
    public void close() {
        freed = true;
        long lost = courier.close();
        if (lost > 0) {
            throw new IllegalStateException(Fault.where() + ": the messages were closed without finish(), so the last "
                + lost + " of this PE may be lost; call finish() on all PEs first");
        }
        refuse(questions.takeUnread());
    }
}
