// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.config.Setting;
import io.shmem4j.engine.Block;
import io.shmem4j.engine.Library;
import io.shmem4j.race.order.ThreadRaces.Conflict;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Reports races, each pair of call sites once in a job: immediately on standard error, and as a tab-separated line in a
 * file for the launcher. Races within a PE wait for its next collective, and need no report where two PEs race.
 */
public final class Reports {
    /** Prefix of call sites whose races are intentional. */
    public static final String MAY_RACE = "~";
    private static final String FILE = "races.found";

    private final SharedState job;

    /** One of two conflicting accesses, as described in a report, and the load of the same bytes before it or null. */
    private record Side(int pe, int kind, String who, String site, boolean operation, int context, String load) {
        String words() {
            return who + " " + site;
        }

        /** {@return whether this store may depend on the load that the other access is, or follows} */
        boolean follows(Side other) {
            return load != null && (other.site.equals(load) || other.site.equals(site));
        }

        /** {@return whether fences order this access} */
        boolean isPut() {
            return (kind & Shadow.WRITE) != 0 && !site.matches("(get|fetch|swap|compareSwap|atomicFetch).*");
        }
    }

    Reports(SharedState job) {
        this.job = job;
    }

    /** Reports a race and {@return whether this pair of call sites is settled} */
    boolean add(ThreadRaces thread, Conflict conflict) {
        String place = place(thread, conflict.pe(), conflict.from(), conflict.to());
        if (place == null) {
            return false;
        }
        Side earlier = side(conflict.earlier());
        Side later = side(conflict.later());
        // The line of the store, named twice, would hide the cause.
        Side shown = earlier.pe != later.pe && earlier.site.equals(later.site) && later.load != null
            ? new Side(later.pe, Shadow.READ, later.who, later.load, false, -1, null) : later;
        report(thread, earlier, shown, place, reason(thread, earlier, shown), cure(earlier, later));
        return true;
    }

    /** Reports a race on an array or non-symmetric segment that an operation uses. */
    void addBuffer(ThreadRaces thread, long access, long before, String what, long from, long to) {
        Side earlier = side(before);
        Side later = side(access);
        report(thread, earlier, later, what + ", bytes " + from + " to " + (to - 1), earlier.operation
            ? "the buffer is in use until quiet" + (earlier.context == 0 ? "" : " of context " + earlier.context)
            : reason(thread, earlier, later), cure(earlier, later));
    }

    /** Reports a wait for a word that was stored neither by an atomic nor by a signal. */
    void addWait(ThreadRaces thread, long store, int pe, long offset, int bytes) {
        String place = place(thread, pe, offset, offset + bytes);
        if (place != null) {
            report("wait for a plain store: ", side(store), side(thread.own(Shadow.READ).slot()), place
                + ": later versions of the specification order only what atomics and signals store; what would:"
                + " atomicSet, or a signal");
        }
    }

    private Side side(long access) {
        int agent = Shadow.agent(access);
        int pe = job.agents.pe(agent);
        boolean operation = job.agents.kind(agent) == Agents.OPERATIONS;
        int detail = job.agents.detail(agent);
        String who = "PE " + pe + (!operation && detail != 0 ? ", thread " + detail + "," : "");
        int site = Shadow.site(access);
        int load = job.words.getInt(SharedState.CHECKS + site * 4L);
        return new Side(pe, Shadow.kind(access), who, job.sites.text(site), operation, operation ? detail : -1,
            load == 0 ? null : job.sites.text(load));
    }

    /** {@return the object that contains the bytes, or null if races on it are intentional} */
    private static String place(ThreadRaces thread, int pe, long from, long to) {
        String where = " of PE " + pe;
        if (thread.pe.backend.attached().library() instanceof Library library) {
            for (Block block : library.allocations().live()) {
                if (from >= block.offset && from < block.offset + block.bytes) {
                    return block.relaxed ? null : block.elements(from, to) + where + block.origin();
                }
            }
        }
        return "bytes " + from + " to " + (to - 1) + " of the region" + where;
    }

    private static String reason(ThreadRaces thread, Side earlier, Side later) {
        int mine = thread.pe.pe;
        StringBuilder text = new StringBuilder();
        if (thread.meeting() != null) {
            text.append("PE ").append(mine).append((later.kind & Shadow.WRITE) != 0 ? " wrote after " : " read after ")
                .append(thread.meeting()).append(", ");
        }
        if (earlier.operation) {
            text.append("PE ").append(earlier.pe).append("'s ").append(routine(earlier)).append(" on ")
                .append(context(earlier.context)).append(" is not completed by a quiet that it knows of");
            if (later.operation && later.pe == earlier.pe && later.context == earlier.context) {
                text.append(", and no fence stands between the two");
            }
        } else if (earlier.pe == later.pe) {
            text.append("nothing that was seen orders these threads");
        } else {
            text.append("no barrier, wait, lock or atomic leads from PE ").append(earlier.pe).append("'s access to PE ")
                .append(later.pe).append("'s");
        }
        return text.toString();
    }

    private static String routine(Side side) {
        int end = side.site.indexOf(" at ");
        return end < 0 ? "access" : side.site.substring(0, end);
    }

    private static String context(int number) {
        return number == 0 ? "the default context" : "context " + number;
    }

    private static String cure(Side earlier, Side later) {
        String quiet = earlier.context > 0 ? "quiet of " + context(earlier.context) : "quiet";
        if (earlier.pe == later.pe && earlier.operation) {
            return (later.operation && later.context == earlier.context && earlier.isPut() && later.isPut()
                ? "fence or " : "") + quiet + (later.who.equals(earlier.who) ? " between the two"
                : ", and join or a lock of the program, between the two");
        }
        if (earlier.pe == later.pe) {
            return "a lock of the program around both, or join";
        }
        boolean checks = earlier.follows(later) || later.follows(earlier);
        String both = "compareSwap in place of both, or a lock around both";
        if (earlier.site.equals(later.site)) {
            return checks ? both : "one of these PEs alone, or a lock around it";
        }
        String cure = (earlier.operation ? quiet + " and a barrier between the two; or " + (earlier.isPut() ? "a fence"
            : quiet) + " and then " : "a barrier between the two, or ") + "an atomic or signal to PE " + later.pe
            + ", which waits for it";
        if (((earlier.kind ^ later.kind) & Shadow.ATOMIC_READ) != 0) {
            Side plain = (earlier.kind & Shadow.ATOMIC_READ) == 0 ? earlier : later;
            cure += (plain.kind == Shadow.READ ? "; or atomicFetch in place of " : "; or atomicSet in place of ")
                + routine(plain);
        }
        return cure + (checks ? "; or, where the load decides on the store, " + both : "");
    }

    private void report(ThreadRaces thread, Side earlier, Side later, String place, String reason, String cure) {
        String rest = place + ", nothing orders them: " + reason + "; what would: " + cure;
        if (earlier.pe == later.pe) {
            thread.pe.reportLater(() -> report("data race: ", earlier, later, rest));
        } else {
            report("data race: ", earlier, later, rest);
        }
    }

    private void report(String kind, Side earlier, Side later, String rest) {
        if (earlier.site.startsWith(MAY_RACE) || later.site.startsWith(MAY_RACE) || !first(earlier.site, later.site,
            earlier.pe == later.pe && kind.startsWith("data"))) {
            return;
        }
        String text = kind + earlier.words() + " and " + later.words() + ", " + rest;
        System.err.println(text);
        if (Setting.JOB_DIR.isSet()) {
            write(text + "\t" + earlier.words() + "\t" + later.words() + "\t"
                + rest.replaceFirst(", nothing orders|: later", "\t").split("\t")[0] + "\n");
        }
    }

    private static synchronized void write(String line) {
        Path path = Path.of(Setting.JOB_DIR.value(), FILE);
        // Opening the file creates it. An interrupted thread could not write through the channel.
        try (FileChannel _ = SharedState.open(path, StandardOpenOption.APPEND);
            OutputStream file = new FileOutputStream(path.toFile(), true)) {
            file.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the launcher gets no report of a race: " + e.getMessage(), e);
        }
    }

    /** {@return whether this pair of call sites is new; races within a PE hide none of two PEs, but these hide them} */
    private boolean first(String one, String other, boolean inPe) {
        long a = hash(one);
        long b = hash(other);
        long pair = (a + b ^ a * b) | 1;
        for (int probe = 0; probe < SharedState.PAIR_COUNT; probe++) {
            long at = SharedState.PAIRS + (pair + probe & SharedState.PAIR_COUNT - 1) * 8;
            long key = inPe ? pair ^ 2 : pair;
            long found = job.words.compareAndExchangeLong(at, 0, key);
            if (found == 0 || found == key || found == pair) {
                return found == 0;
            }
        }
        return false;
    }

    private static long hash(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
    }
}
