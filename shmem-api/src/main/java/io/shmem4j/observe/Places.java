// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.engine.Block;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Routine.Family;
import io.shmem4j.spi.SystemLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The slow call sites of the program, with the object of a wait or the last PE to arrive at a collective. A stack walk
 * takes microseconds, so calls shorter than {@link #SLOW_NANOS} are left out.
 *
 * <p>A PE publishes its slowest call sites after its {@link Tally}:
 * <pre>
 *   0     nanoseconds (long) | 8 calls (long)
 *   16    1 + last PE, negative in a collective of all PEs (int) | 20 calls at which it arrived last (int)
 *   24    bytes of the text (long) | 32 routine, object, line, separated by tabs
 * </pre>
 */
final class Places {
    static final long SLOW_NANOS = 20_000;
    private static final long CALLS = 8;
    private static final long LAST = 16;
    private static final long LENGTH = 24;
    private static final long TEXT = 32;
    private static final int MOST_TEXT = (int) (SystemLayout.PLACE_BYTES - TEXT);
    /** Longest name of an object, in quotes; fits in the text in any script. */
    private static final int MOST_NAME = 60;

    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /** The totals of a call site. */
    static final class Place {
        final String text;
        long nanos;
        long calls;
        /** Calls at which each PE arrived last. */
        private final Map<Integer, Integer> last = new ConcurrentHashMap<>();
        /** Nanoseconds of each PE; only in reports. */
        private final Map<Integer, Long> spent = new ConcurrentHashMap<>();
        /** Whether all PEs make the call together. */
        private boolean world;

        Place(String text) {
            this.text = text;
        }

        /** The routine, the object and the line, truncated to the available room. */
        String[] parts() {
            return (text + "\t\t").split("\t", -1);
        }

        synchronized Place add(long newNanos, long newCalls, int pe, int times) {
            nanos += newNanos;
            calls += newCalls;
            if (pe >= 0 && times > 0) {
                last.merge(pe, times, Integer::sum);
            }
            return this;
        }

        /** {@return the PE that arrived last most often, or -1} */
        int last() {
            return last.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(-1);
        }

        int timesLast() {
            return last.getOrDefault(last(), 0);
        }

        /**
         * {@return the last PE to arrive, as text; between machines, whose clocks differ, the PE that has waited least}
         */
        String lastInWords(int from, int to) {
            int pe = last();
            if (pe >= 0) {
                return "PE " + pe + " in " + Math.round(100.0 * timesLast() / calls) + "%";
            }
            return !world || to - from == 1 ? "" : "PE " + IntStream.range(from, to).boxed()
                .min(Comparator.comparingLong(each -> spent.getOrDefault(each, 0L))).orElse(0) + " waits least";
        }
    }

    /** Adds a slow call; {@code world} if all PEs make it. */
    void add(Backend backend, Routine routine, boolean world, long nanos) {
        // A name may contain tabs and line breaks.
        String object = object(backend, routine).replaceAll("\\p{Cntrl}", " ");
        object = object.length() <= MOST_NAME ? object : object.substring(0, MOST_NAME) + "...\"";
        String text = routine.text() + "\t" + object + "\t" + CallSite.walked();
        Place place = places.computeIfAbsent(text, Place::new);
        place.add(nanos, 1, world ? backend.observer().lastToArrive() : -1, 1).world = world;
    }

    /** {@return the quoted name of the object that the calling thread has waited for; empty if it was no wait} */
    static String object(Backend backend, Routine routine) {
        String name = routine.family() == Family.WAITING ? object(backend, backend.waiter().detail()) : null;
        return name == null ? "" : "\"" + name + "\"";
    }

    /** {@return the name of the object at an offset, or null} */
    static String object(Backend backend, long offset) {
        return backend.attached().library() instanceof Library library ? library.allocations().live().stream()
            .filter(block -> offset >= block.offset && offset < block.offset + block.bytes).findFirst()
            .map(Block::name).orElse(null) : null;
    }

    private static List<Place> slowest(Map<String, Place> of, int most) {
        return of.values().stream().sorted(Comparator.comparingLong((Place place) -> place.nanos).reversed())
            .limit(most).toList();
    }

    void publish(Backend backend) {
        int me = backend.pe();
        long at = SystemLayout.places(backend.nPes());
        List<Place> slowest = slowest(places, SystemLayout.PLACES);
        for (Place place : slowest) {
            byte[] text = place.text.getBytes(StandardCharsets.UTF_8);
            backend.putLong(me, at, place.nanos);
            backend.putLong(me, at + CALLS, place.calls);
            int last = place.last() + 1 | (place.world ? Integer.MIN_VALUE : 0);
            backend.putLong(me, at + LAST, (long) place.timesLast() << Integer.SIZE | Integer.toUnsignedLong(last));
            backend.putLong(me, at + LENGTH, Math.min(MOST_TEXT, text.length));
            MemorySegment words = MemorySegment.ofArray(Arrays.copyOf(text, MOST_TEXT));
            for (int i = 0; i < MOST_TEXT; i += Long.BYTES) {
                backend.putLong(me, at + TEXT + i, words.get(ValueLayout.JAVA_LONG_UNALIGNED, i));
            }
            at += SystemLayout.PLACE_BYTES;
        }
        // An earlier session may have published more.
        for (int i = slowest.size(); i < SystemLayout.PLACES; i++) {
            backend.putLong(me, at + CALLS, 0);
            at += SystemLayout.PLACE_BYTES;
        }
    }

    /** {@return the published call sites of several PEs, the slowest first} */
    static List<Place> of(Backend backend, int from, int to, int most) {
        Map<String, Place> all = new ConcurrentHashMap<>();
        for (int pe = from; pe < to; pe++) {
            for (int i = 0; i < SystemLayout.PLACES; i++) {
                read(backend, pe, SystemLayout.places(backend.nPes()) + i * SystemLayout.PLACE_BYTES, all);
            }
        }
        return slowest(all, most);
    }

    private static void read(Backend backend, int pe, long at, Map<String, Place> all) {
        long calls = backend.getLong(pe, at + CALLS);
        if (calls > 0) {
            MemorySegment words = MemorySegment.ofArray(new byte[MOST_TEXT]);
            for (int i = 0; i < MOST_TEXT; i += Long.BYTES) {
                words.set(ValueLayout.JAVA_LONG_UNALIGNED, i, backend.getLong(pe, at + TEXT + i));
            }
            byte[] text = new byte[(int) backend.getLong(pe, at + LENGTH)];
            MemorySegment.copy(words, ValueLayout.JAVA_BYTE, 0, text, 0, text.length);
            long last = backend.getLong(pe, at + LAST);
            long nanos = backend.getLong(pe, at);
            Place place = all.computeIfAbsent(new String(text, StandardCharsets.UTF_8), Place::new);
            place.add(nanos, calls, ((int) last & Integer.MAX_VALUE) - 1, (int) (last >>> Integer.SIZE));
            place.world = (int) last < 0;
            place.spent.put(pe, nanos);
        }
    }
}
