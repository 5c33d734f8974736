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
 *     messages.send(owner(key), count, place(key));
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
 * <p>Buffers are bounded: a send without room handles arriving messages until there is room. Only messages of handlers
 * may pile up, at their sender.
 *
 * <p>A handler that throws makes this call and all later ones of its PE throw; on the messages' own thread it ends the
 * job. The message names the PE, the handler and the sender.
 */
public final class Messages implements AutoCloseable {
    private static final int MESSAGE = 0;
    private static final int QUESTION = 1;
    private static final int ANSWER = 2;
    /** Code of a message: the handler's number in the low bits, one of the three kinds above them. */
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
    /** Number of handlers; 0 sends all calls through the courier: before open, after a failure, after the end. */
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
        return new Messages(shmem, shmem.world());
    }

    /**
     * Makes messages between the PEs of a team. Collective over all PEs, as allocation is, also those that are in no
     * team; PEs may pass different teams.
     *
     * @param shmem the library
     * @param team  the team
     * @return the messages
     */
    public static Messages allocate(Shmem shmem, Team team) {
        return new Messages(shmem, team);
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
     * Registers a handler of messages of a type: a record whose components are primitive, texts, byte arrays or records
     * of such, or a {@code String}, or a {@code byte[]}.
     *
     * @param type    the type
     * @param handler runs for each message with the number
     * @param <M>     the type
     * @return its number, for the forms of {@code send} with such a message
     * @throws IllegalArgumentException if it is another type, or the record has other components
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
     * Registers code that answers messages of a type with one of another type, both as {@link #handler(Class,
     * Handler.Of)} has them.
     *
     * @param question the type of questions
     * @param answer   the type of answers
     * @param answerer runs for each question with the number
     * @param <Q>      the type of questions
     * @param <A>      the type of answers
     * @return its number, for the forms of {@code ask} with such a question
     * @throws IllegalArgumentException if it is another type, or a record has other components
     * @throws IllegalStateException after {@link #open}
     */
    public <Q, A> int answerer(Class<Q> question, Class<A> answer, Handler.TypedAnswerer<Q, A> answerer) {
        return register(Registered.typed(question, answer, answerer, this));
    }

    private int register(Registered handler) {
        if (handlers != null) {
            throw new IllegalStateException(where() + "handlers are registered before open()");
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
     * Lets messages begin, when all PEs have registered their handlers; collective over all PEs. In a job that outlives
     * its PEs a wait for messages ends in a {@code PeFailedException} when one has died, and all PEs open the messages
     * again after {@code Shmem.recover}: unhandled ones are lost then, and their replies fail.
     *
     * @throws IllegalStateException on all PEs of the team, if one has others in number; if they are open or freed
     */
    public void open() {
        if (freed || handlers != null && !Library.outlives()) {
            throw new IllegalStateException(where() + (freed ? "freed already; make new ones"
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
                + (own == most ? least : most) + "; all register the same in the same order");
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

    /** {@return the index for a message in the outbox, or -1 if it is wrong or must go through the courier} */
    private int place(int pe, int handler, int length) {
        if (Integer.compareUnsigned(handler, known) >= 0) {
            return -1;
        }
        long kind = Outbox.kind(handler, length);
        int place = outbox.place(pe, kind);
        return place < 0 && handlers[handler].encoding == null ? outbox.begin(pe, kind) : place;
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

    /** Writes a message, of an array's words or of up to two others, to the stage of its target. */
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

    /** Checks and sends a message through the courier, with the question that it asks or null. */
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

    /** Sends a message of words through the courier. */
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
            return new InvalidPeException(Fault.where() + ": there is no PE " + pe + "; there are " + lanes.size());
        }
        if (handler < 0 || handler >= handlers.length) {
            return new IllegalArgumentException(Fault.where() + ": no handler has the number " + handler
                + "; there are " + handlers.length);
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
        int place = place(pe, handler, 1);
        if (place >= 0) {
            outbox.words(pe)[place] = word;
            outbox.append(pe, place + 1);
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
        int place = place(pe, handler, 2);
        if (place >= 0) {
            long[] words = outbox.words(pe);
            words[place] = first;
            words[place + 1] = second;
            outbox.append(pe, place + 2);
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
        int place = words.length == 0 || words.length > Outbox.MOST ? -1 : place(pe, handler, words.length);
        if (place >= 0) {
            System.arraycopy(words, 0, outbox.words(pe), place, words.length);
            outbox.append(pe, place + words.length);
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
     * Asks a PE.
     *
     * @params
     * @param handler the number of an answerer
     * @param words   the question
     * @return the answer, when it has come; waiting for it handles messages
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
     * Asks a PE by $what$.
     *
     * @param <A> the type of the answer
     * @params
     * @param handler the number of an answerer of such questions
     * @return the answer, when it has come; waiting for it handles messages
     * @throws pe, long, type
     */
    public <A> Reply<A> ask(int pe, int handler, $type$ question) {
        return question(pe, handler, encode(handler, question));
    }

//#next
    /** Asks a question. A PE answers in order, because it handles questions in order. */
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

    /** Waits until a condition of a reply holds; tests it when a message arrives or the reply completes. */
    void await(Reply<?> reply, BooleanSupplier done) {
        if (reply.isDone()) {
            return;
        }
        courier.requireOutside("a reply");
        courier.await(done, new Runnable() {
            private boolean watched;

            /** A thread that handles no records may complete a later stage, or one with a timeout. */
            @Override
            public void run() {
                if (!watched) {
                    watched = true;
                    reply.whenDone(lanes::nudge);
                }
            }
        });
    }

    /** Waits for a reply, with a limit. */
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
     * team; other threads of this PE must have sent their last message before.
     *
     * @throws IllegalStateException in a handler, which must not wait; after the end, if a stage behind a reply has
     *     failed, and nobody has read it
     */
    public void finish() {
        courier.finish();
        replies.refuseUnread();
    }

    /** Waits as {@link #finish} does, and frees the memory of the messages; collective over all PEs. */
    public void free() {
        known = 0;
        freed = true;
        courier.free();
        replies.refuseUnread();
    }

    /**
     * Gives the memory back without waiting, so that a try block can end with an exception; call {@link #finish} first,
     * as messages that are on their way are lost. All PEs close in one order, see {@link io.shmem4j.Symmetric#close}.
     * Does nothing if it is free already.
     *
     * @throws IllegalStateException if this PE has sent messages since the last {@link #finish}, answered questions not
     *     counted, or as {@link #finish} throws it; the memory is given back all the same
     */
    @Override
    public void close() {
        known = 0;
        freed = true;
        long lost = courier.close();
        if (lost > 0) {
            throw new IllegalStateException(Fault.where() + ": the messages end without finish(), so the last " + lost
                + " of this PE may be lost; call finish() on all PEs first");
        }
        replies.refuseUnread();
    }
}
