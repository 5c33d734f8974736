// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

/**
 * Code that runs at the PE that gets a message. It may send further messages, to any PE, and must not wait: not for an
 * answer, a variable, or a collective. Handlers of a PE never run at once.
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
     * Code for messages that are records.
     *
     * @param <R> the type of the record
     * @see Messages#handler(Class, OfRecord)
     */
    @FunctionalInterface
    interface OfRecord<R extends Record> {
        /**
         * Runs for a message.
         *
         * @param from   number of its sender in the team
         * @param record the message
         */
        void handle(int from, R record);
    }

    /**
     * Code that answers records with records.
     *
     * @param <Q> the type of the question
     * @param <A> the type of the answer
     * @see Messages#answerer(Class, Class, RecordAnswerer)
     */
    @FunctionalInterface
    interface RecordAnswerer<Q extends Record, A extends Record> {
        /**
         * {@return the answer to a question}
         *
         * @param from     number of its sender in the team
         * @param question the question
         */
        A answer(int from, Q question);
    }
}
