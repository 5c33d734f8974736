// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import io.shmem4j.engine.Fault;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.irregular.lane.Courier;
import io.shmem4j.irregular.lane.Outbox;
import java.util.ArrayList;
import java.util.List;

/** The handlers of a PE: sends messages to those of other PEs through the courier, and runs them on arrived ones. */
final class Dispatcher {
    private static final int MESSAGE = 0;
    private static final int QUESTION = 1;
    private static final int ANSWER = 2;
    /** Code of a message: the handler's number in the lower bits, one of the three kinds in the upper ones. */
    private static final int KIND_SHIFT = 16;
    private static final int MOST_HANDLERS = 1 << KIND_SHIFT;

    private final int me;
    private final Courier courier;
    private final int n;
    private final Questions questions;
    private final List<Registered> registered = new ArrayList<>();
    /** The registered handlers; null before they are opened. */
    private Registered[] handlers;

    Dispatcher(int me, Courier courier, Questions questions) {
        this.me = me;
        this.courier = courier;
        this.n = courier.ends().size();
        this.questions = questions;
    }

    int register(Registered handler) {
        if (handlers != null) {
            throw new IllegalStateException(here() + ": register handlers before open()");
        }
        if (registered.size() == MOST_HANDLERS) {
            throw new IllegalStateException(where() + "there are at most " + MOST_HANDLERS + " handlers");
        }
        registered.add(handler);
        return registered.size() - 1;
    }

    /** {@return the calling place} Refuses a call after the end, before it is wrong otherwise. */
    private String here() {
        courier.requireOpen();
        return Fault.where();
    }

    String where() {
        return "PE " + me + ": messages: ";
    }

    int count() {
        return registered.size();
    }

    boolean isOpen() {
        return handlers != null;
    }

    void open() {
        handlers = registered.toArray(Registered[]::new);
    }

    /** {@return whether messages to an open handler are words, not objects} */
    boolean takesWords(int handler) {
        return handlers[handler].encoding == null;
    }

    /** Sends the words of an array, or up to two single words. */
    void send(int pe, int handler, int count, long first, long second, long[] words) {
        requireWords(handler);
        send(pe, handler, count, first, second, words, null);
    }

    void send(int pe, int handler, Object message) {
        long[] words = encode(handler, message);
        send(pe, handler, words.length, 0, 0, words, null);
    }

    Reply<Long> ask(int pe, int handler, long[] words) {
        requireWords(handler);
        return question(pe, handler, words);
    }

    <A> Reply<A> ask(int pe, int handler, Object question) {
        return question(pe, handler, encode(handler, question));
    }

    @SuppressWarnings("unchecked") // The handler's number stands for the type.
    private <A> Reply<A> question(int pe, int handler, long[] words) {
        Reply<A> reply = new Reply<>(questions, handler);
        send(pe, handler, words.length, 0, 0, words, (Reply<Object>) reply);
        return reply;
    }

    /** Checks and sends a message; a question if there is a reply. */
    private void send(int pe, int handler, int count, long first, long second, long[] words, Reply<Object> reply) {
        if (Integer.compareUnsigned(pe, n) >= 0 || handlers == null
            || Integer.compareUnsigned(handler, handlers.length) >= 0 || reply != null && !handlers[handler].answers) {
            throw wrong(pe, handler);
        }
        int kind = reply == null ? MESSAGE : QUESTION;
        boolean full;
        long entered = courier.enter();
        try {
            full = courier.write(pe, Outbox.single(kind << KIND_SHIFT | handler, count), count, first, second, words);
            if (reply != null) { // Stores only: an Error in a call here would separate the question from its reply.
                questions.asked[pe].next = reply;
                questions.asked[pe] = reply;
            }
        } finally {
            if (courier.lock.holder == entered) {
                courier.lock.holder = 0;
            }
        }
        if (full) {
            courier.makeRoom(pe);
        }
    }

    void answer(int pe, long word) {
        courier.write(pe, Outbox.single(ANSWER << KIND_SHIFT, 1), 1, word, 0, null);
        courier.countAnswer();
    }

    void answer(int pe, long[] words) {
        courier.write(pe, Outbox.single(ANSWER << KIND_SHIFT, words.length), words.length, 0, 0, words);
        courier.countAnswer();
    }

    private void requireWords(int handler) {
        if (handlers != null && Integer.compareUnsigned(handler, handlers.length) < 0 && !takesWords(handler)) {
            throw new IllegalArgumentException(here() + ": handler " + handler + " takes "
                + handlers[handler].encoding.plural() + ", not words");
        }
    }

    private long[] encode(int handler, Object message) {
        Fault.required(message, "message");
        if (handlers == null || Integer.compareUnsigned(handler, handlers.length) >= 0) {
            return new long[0];
        }
        Encoding<?> encoding = handlers[handler].encoding;
        if (encoding == null) {
            throw new IllegalArgumentException(here() + ": handler " + handler + " takes words, not a "
                + message.getClass().getSimpleName());
        }
        return encoding.encode(message);
    }

    private RuntimeException wrong(int pe, int handler) {
        if (handlers == null) {
            return new IllegalStateException(here() + ": the messages are not open; call open() on all PEs"
                + " first");
        }
        if (pe < 0 || pe >= n) {
            return new InvalidPeException(here() + ": there is no PE " + pe + "; the team has " + n);
        }
        if (handler < 0 || handler >= handlers.length) {
            return new IllegalArgumentException(here() + ": no handler has number " + handler
                + "; there are " + handlers.length + " handlers");
        }
        return new IllegalArgumentException(here() + ": handler " + handler + " gives no answers");
    }

    /** Runs the handlers on arrived messages, which are the first words of an array. */
    void receive(int from, long[] words, int end) {
        int number = 0;
        try {
            for (int at = 0; at < end;) {
                int code = Outbox.code(words[at]);
                int length = Outbox.length(words[at]);
                int count = Outbox.count(words[at], end - at);
                int kind = code >> KIND_SHIFT;
                at++;
                if (kind == ANSWER) {
                    Reply<Object> reply = questions.next(from);
                    number = reply.handler;
                    reply.complete(handlers[number].readAnswer(words, at));
                } else {
                    number = code & MOST_HANDLERS - 1;
                    handlers[number].handle(from, kind == QUESTION, words, at, length, count);
                }
                at += count * length;
            }
        } catch (JobFailedException | JobAbortedException | VirtualMachineError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("PE " + me + ": handler " + number + " (" + handlers[number].name
                + ") failed on a message of PE " + from + " of the team: " + e, e);
        }
    }
}
