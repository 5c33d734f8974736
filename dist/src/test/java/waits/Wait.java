// SPDX-License-Identifier: Apache-2.0
package waits;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A wait of PE 0, and what PE 1 does to end it.
 *
 * @param label the row's source line
 * @param setup makes what the row uses; collective
 * @param begin the wait
 * @param end   what ends it
 */
public record Wait(String label, Function<World, Object> setup, Act<Object> begin, Act<Object> end,
    Set<Trait> traits) {

    /** What differs in a row. */
    public enum Trait {
        /** A limit cuts it for good: the PE may not call it again. */
        ONCE,
        /** Refuses a limit. */
        UNLIMITED,
        /** Has a limit, so it is never part of a deadlock. */
        LIMITED,
        /** A loop of the program, of which no report knows. */
        POLLS,
        /** An interrupt ends it. */
        INTERRUPTED,
        /** Waits for room, and takes in arriving messages. */
        ROOM,
        /** Ends the PE's session. */
        LAST,
        /** May end before PE 1 ends it: where PEs share memory, or by a thread of the library. */
        EARLY,
        /** For a variable, or by a team of the row. */
        VARIABLE,
        /** Not in jobs that outlive their PEs. */
        MORTAL,
        /** Of Java MPI, which has to be initialized. */
        MPI
    }

    /** What a PE does with what a row has made. */
    public interface Act<T> {
        void on(World world, T own) throws InterruptedException;
    }

    @SuppressWarnings("unchecked")
    static <T> Wait of(Function<World, T> setup, Act<T> begin, Act<T> end) {
        String label = StackWalker.getInstance().walk(frames -> frames.filter(each -> each.getClassName()
            .endsWith("Rows")).reduce((_, caller) -> caller)).map(each -> each.getFileName() + ":"
            + each.getLineNumber()).orElseThrow();
        return new Wait(label, setup::apply, (w, own) -> begin.on(w, (T) own), (w, own) -> end.on(w, (T) own),
            EnumSet.noneOf(Trait.class));
    }

    /** {@return a wait for a word of PE 0} */
    static Wait word(Consumer<World> begin) {
        return of(w -> null, (w, _) -> begin.accept(w), (w, _) -> w.s.atomicSet(w.x, 0, 1, 0)).with(Trait.VARIABLE);
    }

    /** {@return a call of all PEs, which can't be repeated after a limit} */
    static Wait all(Consumer<World> call) {
        return of(w -> null, (w, _) -> call.accept(w), (w, _) -> call.accept(w)).with(Trait.ONCE);
    }

    /** {@return a call of all PEs that refuses a limit} */
    static Wait whole(Consumer<World> call) {
        return of(w -> null, (w, _) -> call.accept(w), (w, _) -> call.accept(w)).with(Trait.UNLIMITED);
    }

    Wait with(Trait trait) {
        Set<Trait> more = EnumSet.of(trait);
        more.addAll(traits);
        return new Wait(label, setup, begin, end, more);
    }

    public boolean is(Trait trait) {
        return traits.contains(trait);
    }
}
