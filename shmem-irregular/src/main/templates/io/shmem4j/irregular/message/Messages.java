// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.irregular.lane.Courier;
import io.shmem4j.irregular.lane.Expected;
import io.shmem4j.irregular.lane.Lanes;
import io.shmem4j.irregular.lane.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

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
    private static final int MESSAGE = 0;
    private static final int QUESTION = 1;
    private static final int ANSWER = 2;
    /** Code of a message: the handler's number in the lower bits, one of the three kinds in the upper ones. */
    private static final int KIND_SHIFT = 16;
    private static final int MOST_HANDLERS = 1 << KIND_SHIFT;

    private final Shmem shmem;
    private final Team team;
    private final Courier courier;
    private final Lanes lanes;
    private final List<Registered> registered = new ArrayList<>();
    private final Replies replies = new Replies();
    private Registered[] handlers;
    private boolean freed;
    private final Outbox outbox;
    /** Number of handlers; 0 before open, after a failure and at the end, when all calls go through the courier. */
    private int known;
    /** Last answered and last asked question of each PE. */
    private final Expected<Question>[] answered;
    private final Expected<Question>[] asked;

    private record Question(Reply<Object> reply, int number) { }

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

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of lists.
    private Messages(Shmem shmem, Team team) {
        this.shmem = shmem;
        this.team = team;
        this.courier = new Courier(shmem, team, "messages", false, new Courier.Handling() {
            @Override
            public int length(long[] words, int at) {
                return 1 + Outbox.count(words[at]) * Outbox.length(words[at]);
            }

            @Override
            public int handle(int from, long[] words, int count) {
                return receive(from, words, count);
            }
        });
        this.lanes = courier.lanes();
        this.outbox = courier.outbox();
        this.answered = new Expected[lanes.size()];
        this.asked = new Expected[lanes.size()];
        for (int pe = 0; pe < lanes.size(); pe++) {
            answered[pe] = new Expected<>(null);
            asked[pe] = answered[pe];
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
        return register(Registered.words(handler));
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
        return register(Registered.typed(type, handler));
    }

    /**
     * Registers code that answers with a word.
     *
     * @param answerer runs for each question with the number
     * @return its number, for {@link #ask}
     * @throws IllegalStateException after {@link #open}
     */
    public int answerer(Handler.Answerer answerer) {
        return register(Registered.words(answerer, this));
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
        return register(Registered.typed(question, answer, answerer, this));
    }

    private int register(Registered handler) {
        if (handlers != null) {
            throw new IllegalStateException(where() + "register handlers before open()");
        }
        if (registered.size() == MOST_HANDLERS) {
            throw new IllegalStateException(where() + "there are at most " + MOST_HANDLERS + " handlers");
        }
        registered.add(handler);
        return registered.size() - 1;
    }

    private String where() {
        return "PE " + shmem.myPe() + ": messages: ";
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
        if (freed || handlers != null && !Library.outlives()) {
            throw new IllegalStateException(where() + (freed ? "freed already; allocate new ones"
                : "they are open already"));
        }
        boolean again = handlers != null;
        if (Library.outlives()) {
            courier.renew();
            failReplies();
        }
        int own = registered.size();
        int most = lanes.size() == 0 ? own : team.maxReduce(own);
        int least = lanes.size() == 0 ? own : team.minReduce(own);
        if (least == most) {
            handlers = registered.toArray(Registered[]::new);
            known = own;
            if (!again) {
                courier.start();
            }
        }
        shmem.syncAll();
        if (least != most) {
            throw new IllegalStateException(where() + "this PE has registered " + own + " handlers, and another "
                + (own == most ? least : most) + "; all PEs register the same handlers in the same order");
        }
    }

    private void failReplies() {
        for (int pe = 0; pe < answered.length; pe++) {
            while (answered[pe].next != null) {
                answered[pe] = answered[pe].next;
                answered[pe].what.reply.completeExceptionally(new IllegalStateException(where()
                    + "the question or its answer was lost when a PE died; ask again"));
            }
        }
    }

    /** {@return the index for a message in the outbox, or -1 if it is invalid or must go through the courier} */
    private int claim(int pe, int handler, int length) {
        if (Integer.compareUnsigned(handler, known) >= 0) {
            return -1;
        }
        long kind = Outbox.kind(handler, length);
        int at = outbox.extend(pe, kind);
        return at < 0 && handlers[handler].encoding == null ? outbox.begin(pe, kind) : at;
    }

    void answer(int pe, long word) {
        write(pe, ANSWER << KIND_SHIFT, 1, word, 0, null);
        courier.countAnswer();
    }

    void answer(int pe, long[] words) {
        if (words.length >= lanes.longest()) {
            throw tooLong(words.length);
        }
        write(pe, ANSWER << KIND_SHIFT, words.length, 0, 0, words);
        courier.countAnswer();
    }

    /** Writes a message to the stage of its target: the words of an array, or up to two single words. */
    private void write(int pe, int code, int count, long first, long second, long[] words) {
        int at = courier.claim(pe, count + 1);
        long[] stage = lanes.stage(pe);
        stage[at] = Outbox.header(Outbox.kind(code, count), 1);
        if (words != null) {
            System.arraycopy(words, 0, stage, at + 1, count);
        } else if (count > 0) {
            stage[at + 1] = first;
            stage[at + count] = count == 1 ? first : second;
        }
        lanes.commit(pe, at + 1 + count, 1);
    }

    /** Checks a message and sends it through the courier. {@code question} is null unless the message is one. */
    private void post(int pe, int handler, int kind, int count, long first, long second, long[] words,
        Question question) {
        if (Integer.compareUnsigned(pe, lanes.size()) >= 0 || handlers == null
            || Integer.compareUnsigned(handler, handlers.length) >= 0 || count >= lanes.longest()
            || kind == QUESTION && !handlers[handler].answers) {
            throw wrong(pe, handler, count);
        }
        Expected<Question> last = question == null ? null : new Expected<>(question);
        long entered = courier.enter();
        try {
            write(pe, kind << KIND_SHIFT | handler, count, first, second, words);
            if (last != null) {
                asked[pe].next = last;
                asked[pe] = last;
            }
        } finally {
            if (courier.holder == entered) {
                courier.holder = 0;
            }
        }
    }

    private void postWords(int pe, int handler, int count, long first, long second, long[] words) {
        requireWords(handler);
        post(pe, handler, MESSAGE, count, first, second, words, null);
    }

    private void requireWords(int handler) {
        if (handlers != null && Integer.compareUnsigned(handler, handlers.length) < 0
            && handlers[handler].encoding != null) {
            throw new IllegalArgumentException(Fault.where() + ": handler " + handler + " takes "
                + handlers[handler].encoding.plural() + ", not words");
        }
    }

    private RuntimeException wrong(int pe, int handler, int count) {
        if (handlers == null) {
            return new IllegalStateException(Fault.where() + ": the messages are not open; call open() on all PEs"
                + " first");
        }
        if (pe < 0 || pe >= lanes.size()) {
            return new InvalidPeException(Fault.where() + ": there is no PE " + pe + "; the team has " + lanes.size());
        }
        if (handler < 0 || handler >= handlers.length) {
            return new IllegalArgumentException(Fault.where() + ": no handler has number " + handler
                + "; there are " + handlers.length + " handlers");
        }
        if (count < lanes.longest()) {
            return new IllegalArgumentException(Fault.where() + ": handler " + handler + " gives no answers");
        }
        return tooLong(count);
    }

    private IllegalArgumentException tooLong(int count) {
        return new IllegalArgumentException(Fault.where() + ": a message has up to " + (lanes.longest() - 1)
            + " words of 8 bytes, not " + count);
    }

//#param pe number of its target in the team
//#param handler the handler's number
//#throws pe InvalidPeException if there is no such PE
//#throws handler IllegalArgumentException if there is no such handler
//#throws words IllegalArgumentException if there is no such handler, or there are too many words
//#throws long IllegalArgumentException if there is no such handler, or the message is too long
//#throws type ClassCastException if its messages are of another type
    /**
     * Sends a message without words.
     *
     * @params
     * @throws pe, handler
     */
    public void send(int pe, int handler) {
        postWords(pe, handler, 0, 0, 0, null);
    }

    /**
     * Sends a message of one word.
     *
     * @params
     * @param word the word
     * @throws pe, handler
     */
    public void send(int pe, int handler, long word) {
        int at = claim(pe, handler, 1);
        if (at >= 0) {
            outbox.words(pe)[at] = word;
            outbox.append(pe, at + 1);
            return;
        }
        postWords(pe, handler, 1, word, 0, null);
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
        int at = claim(pe, handler, 2);
        if (at >= 0) {
            long[] words = outbox.words(pe);
            words[at] = first;
            words[at + 1] = second;
            outbox.append(pe, at + 2);
            return;
        }
        postWords(pe, handler, 2, first, second, null);
    }

    /**
     * Sends a message of any number of words.
     *
     * @params
     * @param words the words
     * @throws pe, words
     */
    public void send(int pe, int handler, long... words) {
        int at = words.length == 0 || words.length > Outbox.MOST ? -1 : claim(pe, handler, words.length);
        if (at >= 0) {
            System.arraycopy(words, 0, outbox.words(pe), at, words.length);
            outbox.append(pe, at + words.length);
            return;
        }
        postWords(pe, handler, words.length, 0, 0, words);
    }

//#param message the message
//#each what/type
//#row a record | Record
//#row text | String
//#row bytes | byte[]
    /**
     * Sends $what$.
     *
     * @params
     * @param handler the number of a handler of such messages
     * @throws pe, long, type
     */
    public void send(int pe, int handler, $type$ message) {
        long[] words = encode(handler, message);
        post(pe, handler, MESSAGE, words.length, 0, 0, words, null);
    }

//#next
    private long[] encode(int handler, Object message) {
        Fault.required(message, "message");
        if (handlers == null || Integer.compareUnsigned(handler, handlers.length) >= 0) {
            return new long[0];
        }
        Encoding<?> encoding = handlers[handler].encoding;
        if (encoding == null) {
            throw new IllegalArgumentException(Fault.where() + ": handler " + handler + " takes words, not a "
                + message.getClass().getSimpleName());
        }
        return encoding.encode(message);
    }

    /**
     * Asks a question of words.
     *
     * @params
     * @param handler the number of an answerer
     * @param words   the question
     * @return the future answer; waiting for it handles messages
     * @throws pe, words
     */
    public Reply<Long> ask(int pe, int handler, long... words) {
        requireWords(handler);
        return question(pe, handler, words);
    }

//#param question the question
//#throws long IllegalArgumentException if there is no such handler, or the question is too long
//#throws type ClassCastException if its questions are of another type
//#each what/type
//#row a record | Record
//#row a text | String
//#row bytes | byte[]
    /**
     * Asks a question, which is $what$.
     *
     * @param <A> the type of the answer
     * @params
     * @param handler the number of an answerer of such questions
     * @return the future answer; waiting for it handles messages
     * @throws pe, long, type
     */
    public <A> Reply<A> ask(int pe, int handler, $type$ question) {
        return question(pe, handler, encode(handler, question));
    }

//#next
    /** Asks a question. Answers arrive in order, because a PE handles questions in order. */
    @SuppressWarnings("unchecked") // The handler's number stands for the type.
    private <A> Reply<A> question(int pe, int handler, long[] words) {
        Reply<A> reply = new Reply<>(this, replies);
        post(pe, handler, QUESTION, words.length, 0, 0, words, new Question((Reply<Object>) reply, handler));
        return reply;
    }

    private int receive(int from, long[] words, int end) {
        int number = 0;
        int messages = 0;
        try {
            for (int at = 0; at < end;) {
                int code = Outbox.code(words[at]);
                int length = Outbox.length(words[at]);
                int count = Outbox.count(words[at]);
                int kind = code >> KIND_SHIFT;
                at++;
                if (kind == ANSWER) {
                    answered[from] = answered[from].next;
                    Question question = answered[from].what;
                    courier.settle();
                    number = question.number;
                    question.reply.complete(handlers[number].readAnswer(words, at));
                } else {
                    number = code & MOST_HANDLERS - 1;
                    handlers[number].handle(from, kind == QUESTION, words, at, length, count);
                }
                messages += count;
                at += count * length;
            }
        } catch (JobFailedException | JobAbortedException | VirtualMachineError e) {
            known = 0;
            throw e;
        } catch (RuntimeException | Error e) {
            known = 0;
            throw new IllegalStateException("PE " + shmem.myPe() + ": handler " + number + " (" + handlers[number].name
                + ") failed on a message of PE " + from + " of the team: " + e, e);
        }
        return messages;
    }

    /** Waits for a condition of a reply, which is tested when a message arrives or the reply completes. */
    void await(Reply<?> reply, BooleanSupplier done) {
        if (reply.isDone()) {
            return;
        }
        courier.requireOutside("a reply");
        courier.await(done, new Runnable() {
            private boolean watched;

            /** A thread that handles no records may complete a dependent stage, or one with a timeout. */
            @Override
            public void run() {
                if (!watched) {
                    watched = true;
                    reply.whenDone(lanes::nudge);
                }
            }
        });
    }

    void await(Reply<?> reply, long nanos) throws InterruptedException {
        if (reply.isDone()) {
            return;
        }
        courier.requireOutside("a reply");
        courier.await(reply::isDone, nanos);
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
        IllegalStateException unread = replies.takeUnread();
        courier.finishing = false;
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
        known = 0;
        freed = true;
        courier.free();
        refuse(replies.takeUnread());
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
        known = 0;
        freed = true;
        long lost = courier.close();
        if (lost > 0) {
            throw new IllegalStateException(Fault.where() + ": the messages were closed without finish(), so the last "
                + lost + " of this PE may be lost; call finish() on all PEs first");
        }
        refuse(replies.takeUnread());
    }
}
