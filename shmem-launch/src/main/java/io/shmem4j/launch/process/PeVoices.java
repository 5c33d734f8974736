// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.pe.Frames;
import java.util.Map;
import java.util.function.BiFunction;

/** The streams of the PEs that share a JVM, opened when something comes through them. */
final class PeVoices {
    private final int first;
    private final PartialLines[] out;
    private final PartialLines[] err;
    private final BiFunction<Integer, Integer, LineSink> ways;
    private final Listener listener;

    /**
     * Of one JVM.
     *
     * @param ways gives the way of a PE's stream of a kind
     */
    PeVoices(int first, int count, BiFunction<Integer, Integer, LineSink> ways, Listener listener) {
        this.first = first;
        this.out = new PartialLines[count];
        this.err = new PartialLines[count];
        this.ways = ways;
        this.listener = listener;
    }

    PartialLines stream(int pe, int kind) {
        PartialLines[] all = kind == Frames.OUT ? out : err;
        if (all[pe - first] == null) {
            all[pe - first] = new PartialLines(ways.apply(pe, kind));
        }
        return all[pe - first];
    }

    void ended(int pe, int status) {
        end(out[pe - first]);
        end(err[pe - first]);
        listener.ended(pe, status);
    }

    private static void end(PartialLines lines) {
        if (lines != null) {
            lines.end();
        }
    }

    /** Threads have come or gone. */
    void threads(Map<Long, Integer> owners) {
        listener.threads(owners);
    }

    /** A thread ends the JVM before its PEs have ended. */
    void exit(String where) {
        listener.exit(where);
    }

    /** The JVM has ended: passes on unfinished lines of its PEs. */
    void end() {
        for (int i = 0; i < out.length; i++) {
            end(out[i]);
            end(err[i]);
        }
    }

    /** Hears of the events of PEs that share a JVM, in the thread that carries their output. */
    public interface Listener {
        /** A PE has ended, and its output has been carried. */
        void ended(int pe, int status);

        /**
         * Threads have come or gone.
         *
         * @param owners the PE of each thread that PEs have started, by the thread's number
         */
        void threads(Map<Long, Integer> owners);

        /** A thread ends the JVM before its PEs have ended. */
        void exit(String where);
    }
}
