// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

/** A registered handler. */
abstract class Registered {
    /** Class of the handler, for reports. */
    final String name;
    /** Encoding of messages, or null if they are words. */
    final Encoding<?> encoding;
    final boolean answers;

    private Registered(Object code, Encoding<?> encoding, boolean answers) {
        this.name = code.getClass().getName();
        this.encoding = encoding;
        this.answers = answers;
    }

    /** Handles {@code count} consecutive messages of equal length; answers them if they are questions. */
    abstract void handle(int from, boolean question, long[] words, int at, int length, int count);

    /** {@return an arrived answer} */
    Object readAnswer(long[] words, int at) {
        return words[at];
    }

    static Registered words(Handler handler) {
        Payload payload = new Payload();
        return new Registered(handler, null, false) {
            @Override
            void handle(int from, boolean question, long[] words, int at, int length, int count) {
                for (int i = 0; i < count; i++) {
                    handler.handle(from, payload.of(words, at + i * length, length));
                }
            }
        };
    }

    static Registered words(Handler.Answerer answerer, Dispatcher dispatcher) {
        Payload payload = new Payload();
        return new Registered(answerer, null, true) {
            @Override
            void handle(int from, boolean question, long[] words, int at, int length, int count) {
                for (int i = 0; i < count; i++) {
                    long answer = answerer.answer(from, payload.of(words, at + i * length, length));
                    if (question) {
                        dispatcher.answer(from, answer);
                    }
                }
            }
        };
    }

    static <M> Registered typed(Class<M> type, Handler.Of<M> handler) {
        Encoding<M> messages = Encoding.of(type);
        return new Registered(handler, messages, false) {
            @Override
            void handle(int from, boolean question, long[] words, int at, int length, int count) {
                for (int i = 0; i < count; i++) {
                    handler.handle(from, messages.decode(words, at + i * length));
                }
            }
        };
    }

    static <Q, A> Registered typed(Class<Q> question, Class<A> answer, Handler.TypedAnswerer<Q, A> answerer,
        Dispatcher dispatcher) {
        Encoding<Q> asked = Encoding.of(question);
        Encoding<A> answered = Encoding.of(answer);
        return new Registered(answerer, asked, true) {
            @Override
            void handle(int from, boolean isQuestion, long[] words, int at, int length, int count) {
                for (int i = 0; i < count; i++) {
                    A result = answerer.answer(from, asked.decode(words, at + i * length));
                    if (isQuestion) {
                        dispatcher.answer(from, answered.encode(result));
                    }
                }
            }

            @Override
            Object readAnswer(long[] words, int at) {
                return answered.decode(words, at);
            }
        };
    }
}
