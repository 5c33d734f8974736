// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

/**
 * A finding of the doctor.
 *
 * @param grade  its grade
 * @param topic  in a word or two
 * @param text   the state
 * @param advice what to do, null where nothing needs to be done
 */
record Finding(Grade grade, String topic, String text, String advice) {
    /** How bad a finding is, with the mark that stands before its line. */
    enum Grade {
        /** As it should be. */
        GOOD("ok"),
        /** Jobs run, but something is slower or smaller than it could be. */
        NOTE("note"),
        /** Jobs fail. */
        BAD("BAD");

        private final String mark;

        Grade(String mark) {
            this.mark = mark;
        }

        String mark() {
            return mark;
        }
    }

    static Finding good(String topic, String text) {
        return new Finding(Grade.GOOD, topic, text, null);
    }

    static Finding note(String topic, String text, String advice) {
        return new Finding(Grade.NOTE, topic, text, advice);
    }

    static Finding bad(String topic, String text, String advice) {
        return new Finding(Grade.BAD, topic, text, advice);
    }
}
