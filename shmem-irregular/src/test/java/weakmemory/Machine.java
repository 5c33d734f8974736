// SPDX-License-Identifier: Apache-2.0
package weakmemory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * A memory of an array of longs, and the threads that use it, one at a time. A load may see a store that is older than
 * the last one, as far as access modes and fences of Java allow it without loads that see later stores.
 *
 * <p>Each word keeps its stores in their order. A thread has a view: the oldest store of each word that it may still
 * see. A load moves the view to what it has seen; one of mode acquire takes over the view with which a release store
 * was made. Accesses of mode volatile also share a view, and a full fence takes it over and adds its own.
 *
 * <p>A {@link Choices} decides at each ordered access which thread goes on, and at each load what it sees. Threads
 * that sleep on a word go on when they are woken; where nobody can go on, a wake-up is lost.
 */
public final class Machine {
    /** Modes of accesses. */
    public enum Mode { PLAIN, ORDERED, VOLATILE }

    private static final int MOST_OLDER = 2;
    /** Longs of a page, as a power of two. */
    private static final int PAGE = 9;
    private static final int MOST_YIELDS = 3000;
    /** More than the yields of a wait before it sleeps. */
    private static final int LOOKS_BEFORE_SLEEP = 40;

    private static Machine current;

    private final long[] array;
    private final MemorySegment memory;
    private final Map<Long, Integer> places = new HashMap<>();
    private final List<List<Store>> stores = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final BitSet visited = new BitSet();
    /** Pages of the array that are not zero. */
    private final BitSet changed = new BitSet();
    private Choices choices;
    private int[] common;
    private boolean modelled;
    private boolean over;
    private Throwable failure;
    private Thread caller;
    private volatile Task turn;
    private int yields;
    private long now;
    private boolean limits;

    private record Store(long value, int[] view) {
    }

    /** Unwinds a thread whose run is over. */
    private static final class Over extends Error {
        private static final long serialVersionUID = 1;

        Over() {
            super("this run is over", null, false, false);
        }
    }

    private final class Task implements Runnable {
        private final int pe;
        private final Runnable body;
        private final Thread thread = Thread.ofVirtual().unstarted(this);
        private int[] view = {};
        private int[] acquired = {};
        private int[] released = {};
        private boolean polls;
        /** Looks that it makes one after the other, until it sleeps. */
        private int stays;
        /** A word of which it has seen an old store, and which one: it goes on to see that until it has waited. */
        private int stale = -1;
        private int staleStore;
        private boolean ready;
        private boolean ended;
        private long sleepsOn = -1;

        Task(int pe, Runnable body) {
            this.pe = pe;
            this.body = body;
        }

        @Override
        public void run() {
            await(this);
            try {
                if (!over) {
                    body.run();
                }
            } catch (Over e) {
                // The run has ended.
            } catch (Throwable thrown) {
                fail(thrown);
            }
            ended = true;
            give(over ? null : next(this));
        }

        boolean canGoOn() {
            return !ended && sleepsOn < 0;
        }
    }

    public Machine(int longs) {
        array = new long[longs];
        memory = MemorySegment.ofArray(array);
    }

    /** {@return a part of the memory} */
    public MemorySegment memory(long from, long bytes) {
        return memory.asSlice(from, bytes);
    }

    // ---- runs ------------------------------------------------------------------------------------------------------

    /** Prepares a run from zeroed memory. */
    public void clear() {
        current = this;
        changed.stream().forEach(page -> Arrays.fill(array, page << PAGE, Math.min(array.length, page + 1 << PAGE), 0));
        changed.clear();
        tasks.clear();
        stores.forEach(List::clear);
        common = new int[0];
        modelled = false;
        over = false;
        failure = null;
        yields = 0;
        now = 0;
        limits = false;
    }

    /** Adds a thread of a PE. */
    public void add(int pe, Runnable body) {
        tasks.add(new Task(pe, body));
    }

    /** Lets time limits of sleeps pass where nobody can go on. */
    public void allowLimits() {
        limits = true;
    }

    /** Runs the threads, and {@return what has failed, or null} */
    public Throwable run(Choices newChoices) {
        choices = newChoices;
        caller = Thread.currentThread();
        tasks.forEach(task -> task.thread.start());
        give(tasks.getFirst());
        await(null);
        over = true;
        for (Task task : tasks) {
            while (!task.ended) {
                task.sleepsOn = -1;
                give(task);
                await(null);
            }
        }
        return failure;
    }

    /** {@return whether threads have prepared themselves} */
    static boolean isModelling() {
        return current != null && current.modelled;
    }

    /** An access, by its number, is modelled now. */
    public static void visit(int site) {
        if (isModelling()) {
            current.visited.set(site);
        }
    }

    /** {@return the numbers of accesses that have been modelled since the last call} */
    public BitSet visited() {
        BitSet result = (BitSet) visited.clone();
        visited.clear();
        return result;
    }

    /** {@return whether a run would begin from zeroed memory} */
    public boolean isClear() {
        return Arrays.stream(array).allMatch(word -> word == 0);
    }

    /** Parts of words are stored past the model. */
    public static void changes(MemorySegment segment, long offset, long bytes) {
        if (bytes > 0 && isModelled(segment)) {
            long from = segment.address() + offset;
            current.changed.set((int) (from >> PAGE + 3), (int) (from + bytes - 1 >> PAGE + 3) + 1);
        }
    }

    /** {@return the PE of the calling thread} */
    public static int pe() {
        return current.me().pe;
    }

    /** {@return the number of the calling thread} */
    public static int thread() {
        return current.tasks.indexOf(current.me());
    }

    /** Waits for the end of a thread. */
    public static void await(int thread) {
        while (!current.tasks.get(thread).ended) {
            pause();
        }
    }

    /** The calling thread has prepared itself; when all have, accesses are modelled. */
    public static void begin() {
        Machine machine = current;
        Task me = machine.me();
        me.ready = true;
        machine.modelled = machine.tasks.stream().allMatch(task -> task.ready);
        me.polls = true;
        while (!machine.modelled) {
            machine.pass(me, machine.next(me));
        }
        me.polls = false;
        me.stays = 0;
    }

    private Task me() {
        return turn;
    }

    private void await(Task task) {
        while (turn != task) {
            LockSupport.park();
        }
    }

    private void give(Task to) {
        turn = to;
        LockSupport.unpark(to == null ? caller : to.thread);
    }

    private void fail(Throwable thrown) {
        failure = failure == null ? thrown : failure;
        over = true;
    }

    private void pass(Task me, Task to) {
        if (to != me) {
            give(to);
            await(me);
        }
        if (over) {
            throw new Over();
        }
    }

    /** {@return the thread that goes on in place of this one, preferably one that does not poll; null at the end} */
    private Task next(Task me) {
        int at = tasks.indexOf(me);
        Task found = null;
        for (int i = 1; i <= tasks.size(); i++) {
            Task task = tasks.get((at + i) % tasks.size());
            if (task.canGoOn() && (found == null || found.polls && !task.polls)) {
                found = task;
            }
        }
        if (found == null && tasks.stream().anyMatch(task -> !task.ended)) {
            if (limits) {
                tasks.forEach(task -> task.sleepsOn = -1);
                return next(me);
            }
            fail(new AssertionError("all threads sleep, and nobody wakes them"));
        }
        return found;
    }

    /** Somebody else may go on before an ordered access. */
    private void step() {
        Task me = me();
        if (over) {
            throw new Over();
        }
        if (!modelled || me.polls) {
            return;
        }
        List<Task> others = tasks.stream().filter(task -> task != me && task.canGoOn()).toList();
        int chosen = others.isEmpty() ? 0 : choices.choose(Choices.Kind.TURN, 1 + others.size());
        if (chosen > 0) {
            pass(me, others.get(chosen - 1));
        }
    }

    // ---- waits -----------------------------------------------------------------------------------------------------

    /** The calling thread has looked in vain. */
    public static void pause() {
        Machine machine = current;
        Task me = machine.me();
        if (machine.over) {
            throw new Over();
        }
        if (++machine.yields > MOST_YIELDS) {
            machine.fail(new AssertionError("threads look again and again at what nobody changes"));
            throw new Over();
        }
        boolean first = !me.polls;
        me.polls = true;
        Task other = machine.next(me);
        if (machine.modelled && first && other != null && other != me) {
            me.stays = machine.choices.choose(Choices.Kind.LOOKS, 2) * LOOKS_BEFORE_SLEEP;
        }
        if (--me.stays < 0 && other != null) {
            me.stale = -1;
            machine.pass(me, other);
        }
    }

    public static void spin() {
        pause();
    }

    public static void nap(long nanos) {
        Task task = current.turn;
        if (task == null || Thread.currentThread() != task.thread) {
            // The library's own thread, which makes no access.
            LockSupport.parkNanos(nanos);
            return;
        }
        pause();
    }

    /** The clock goes on by a nanosecond whenever it is read. */
    public static long nanoTime() {
        return ++current.now;
    }

    /** Sleeps while an int of the memory has a value. */
    public static void sleep(long address, int value, MemorySegment timeout, long nanos) {
        Machine machine = current;
        machine.step();
        Task me = machine.me();
        me.polls = false;
        me.stays = 0;
        if ((int) machine.word(address, false) == value) {
            me.sleepsOn = address;
            machine.pass(me, machine.next(me));
        }
        me.stale = -1;
    }

    /** Wakes all that sleep on an int. */
    public static void wake(long address) {
        Machine machine = current;
        machine.step();
        machine.tasks.stream().filter(task -> task.sleepsOn == address).forEach(task -> task.sleepsOn = -1);
    }

    /** {@return whether a thread must not sleep in a system call} */
    public static boolean isVirtual(Thread thread) {
        return false;
    }

    public static boolean linked() {
        return true;
    }

    public static MemorySegment timeout() {
        return null;
    }

    // ---- accesses --------------------------------------------------------------------------------------------------

    private long word(long address, boolean wide) {
        long word = array[(int) (address >> 3)];
        return wide ? word : (int) (word >> 8 * (address & 4));
    }

    private void word(long address, boolean wide, long value) {
        int at = (int) (address >> 3);
        changed.set(at >> PAGE);
        int shift = 8 * (int) (address & 4);
        array[at] = wide ? value : array[at] & ~(0xffffffffL << shift) | (value & 0xffffffffL) << shift;
    }

    /** {@return whether a segment lies in the memory} */
    static boolean isModelled(MemorySegment segment) {
        return current != null && segment.heapBase().orElse(null) == current.array;
    }

    /** {@return whether a segment lies in the memory, and the address is that of a word} */
    static boolean isModelled(MemorySegment segment, long offset, int bytes) {
        return isModelled(segment) && (segment.address() + offset & bytes - 1) == 0;
    }

    private List<Store> history(int place, long value) {
        List<Store> history = stores.get(place);
        if (history.isEmpty() || history.getLast().value != value) {
            // Bytes are copied past the model.
            history.add(new Store(value, new int[0]));
        }
        return history;
    }

    private int place(long address, boolean wide) {
        return places.computeIfAbsent(address << 1 | (wide ? 1 : 0), key -> {
            stores.add(new ArrayList<>());
            return stores.size() - 1;
        });
    }

    public static long load(MemorySegment segment, long offset, boolean wide, Mode mode) {
        return current.load(segment.address() + offset, wide, mode);
    }

    private long load(long address, boolean wide, Mode mode) {
        if (mode != Mode.PLAIN) {
            step();
        }
        if (!modelled) {
            return word(address, wide);
        }
        Task me = me();
        int place = place(address, wide);
        List<Store> history = history(place, word(address, wide));
        int last = history.size() - 1;
        int oldest = at(me.view, place);
        if (mode == Mode.VOLATILE) {
            oldest = Math.max(oldest, at(common, place));
        }
        int older = Math.min(last - oldest, MOST_OLDER);
        boolean again = me.stale == place && me.staleStore >= oldest;
        int seen = again ? me.staleStore : last - (older == 0 ? 0 : choices.choose(Choices.Kind.AGE, older + 1));
        if (seen < last && !again) {
            me.stale = place;
            me.staleStore = seen;
        }
        if (seen > at(me.view, place)) {
            me.view = with(me.view, place, seen);
            me.polls = false;
        }
        Store store = history.get(seen);
        me.acquired = joined(me.acquired, store.view);
        if (mode != Mode.PLAIN) {
            me.view = joined(me.view, store.view);
        }
        return store.value;
    }

    /** {@return bytes that are loaded by the ints that have them} */
    static byte[] bytes(MemorySegment segment, long offset, int count) {
        byte[] bytes = new byte[count];
        long value = 0;
        for (int i = 0; i < count; i++) {
            long address = segment.address() + offset + i;
            if (i == 0 || (address & 3) == 0) {
                value = current.load(address & -4, false, Mode.PLAIN);
            }
            bytes[i] = (byte) (value >> 8 * (address & 3));
        }
        return bytes;
    }

    /** Stores bytes by the ints that have them. */
    static void store(MemorySegment segment, long offset, byte[] bytes) {
        for (int i = 0; i < bytes.length;) {
            long address = segment.address() + offset + i & -4;
            long value = current.word(address, false);
            do {
                int shift = 8 * (int) (segment.address() + offset + i & 3);
                value = value & ~(0xffL << shift) | (bytes[i++] & 0xffL) << shift;
            } while (i < bytes.length && (segment.address() + offset + i & 3) != 0);
            current.store(address, false, Mode.PLAIN, value, new int[0]);
        }
    }

    public static void store(MemorySegment segment, long offset, boolean wide, Mode mode, long value) {
        current.store(segment.address() + offset, wide, mode, value, new int[0]);
    }

    private void store(long address, boolean wide, Mode mode, long value, int[] before) {
        if (mode != Mode.PLAIN) {
            step();
        }
        if (!modelled) {
            word(address, wide, value);
            return;
        }
        Task me = me();
        yields = 0;
        int place = place(address, wide);
        List<Store> history = history(place, word(address, wide));
        word(address, wide, value);
        long stored = word(address, wide);
        int number = history.size();
        me.view = with(me.view, place, number);
        int[] view = joined(before, mode == Mode.PLAIN ? with(me.released, place, number) : me.view);
        history.add(new Store(stored, view));
        if (mode == Mode.VOLATILE) {
            common = with(common, place, number);
        }
    }

    /** An atomic of mode volatile; {@return the value before} It stores nothing where the value stays the same. */
    public static long update(MemorySegment segment, long offset, boolean wide, LongUnaryOperator change) {
        Machine machine = current;
        machine.step();
        long address = segment.address() + offset;
        long before = machine.word(address, wide);
        long after = change.applyAsLong(before);
        if (!machine.modelled) {
            machine.word(address, wide, after);
            return before;
        }
        Task me = machine.me();
        int place = machine.place(address, wide);
        List<Store> history = machine.history(place, before);
        int[] seen = history.getLast().view;
        me.view = joined(with(me.view, place, history.size() - 1), seen);
        me.acquired = joined(me.acquired, seen);
        me.polls = false;
        if (after != before) {
            machine.atOnce(() -> {
                machine.store(address, wide, Mode.VOLATILE, after, seen);
                return null;
            });
        }
        return before;
    }

    /** Nobody else goes on meanwhile. */
    private <T> T atOnce(Supplier<T> action) {
        Task me = me();
        me.polls = true;
        try {
            return action.get();
        } finally {
            me.polls = false;
        }
    }

    /** A fence by its name in {@link java.lang.invoke.VarHandle}. */
    public static void fence(String name) {
        Machine machine = current;
        machine.step();
        if (!machine.modelled) {
            return;
        }
        Task me = machine.me();
        boolean full = name.equals("fullFence");
        if (full || name.equals("acquireFence") || name.equals("loadLoadFence")) {
            me.view = joined(me.view, me.acquired);
        }
        if (full) {
            me.view = joined(me.view, machine.common);
            machine.common = me.view;
        }
        if (full || name.equals("releaseFence") || name.equals("storeStoreFence")) {
            me.released = me.view;
        }
    }

    // ---- views, which never change -------------------------------------------------------------------------------

    private static int at(int[] view, int place) {
        return place < view.length ? view[place] : 0;
    }

    private static int[] with(int[] view, int place, int number) {
        if (at(view, place) >= number) {
            return view;
        }
        int[] changed = Arrays.copyOf(view, Math.max(view.length, place + 1));
        changed[place] = number;
        return changed;
    }

    private static int[] joined(int[] view, int[] other) {
        if (other.length == 0 || view == other) {
            return view;
        }
        int[] joined = Arrays.copyOf(view, Math.max(view.length, other.length));
        for (int i = 0; i < other.length; i++) {
            joined[i] = Math.max(joined[i], other[i]);
        }
        return joined;
    }
}
