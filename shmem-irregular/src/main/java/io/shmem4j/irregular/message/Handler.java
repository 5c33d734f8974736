// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

/**
 * Code that runs at a message's receiver. It may send messages to any PE, but must not wait for an answer, a variable
 * or a collective. Handlers of a PE never run concurrently.
 *
 * @see Messages#handler(Handler)
 */
@FunctionalInterface
public interface Handler {
    /**
     * Runs for a message.
     *
     * @param from    number of its sender in the team
     * @param payload its words, which belong to the handler only until it returns
     */
    void handle(int from, Payload payload);

    /**
     * Code that answers with a word.
     *
     * @see Messages#answerer(Answerer)
     */
    @FunctionalInterface
    interface Answerer {
        /**
         * {@return the answer to a question}
         *
         * @param from    number of its sender in the team
         * @param payload its words, which belong to the handler only until it returns
         */
        long answer(int from, Payload payload);
    }

    /**
     * Code for messages of a type.
     *
     * @param <M> the type: a record, a {@code String} or a {@code byte[]}
     * @see Messages#handler(Class, Of)
     */
    @FunctionalInterface
    interface Of<M> {
        /**
         * Runs for a message.
         *
         * @param from    number of its sender in the team
         * @param message the message
         */
        void handle(int from, M message);
    }

    /**
     * Code that answers messages of a type with one of another type.
     *
     * @param <Q> the type of the question
     * @param <A> the type of the answer
     * @see Messages#answerer(Class, Class, TypedAnswerer)
     */
    @FunctionalInterface
    interface TypedAnswerer<Q, A> {
        /**
         * {@return the answer to a question}
         *
         * @param from     number of its sender in the team
         * @param question the question
         */
        A answer(int from, Q question);
    }
}
