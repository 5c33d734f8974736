// SPDX-License-Identifier: Apache-2.0
package waits;

import static waits.Wait.whole;

import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import waits.Wait.Act;
import waits.Wait.Trait;

/** Waits of messages with handlers, of batches and of containers. */
final class IrregularRows {
    private static final int LONG = 2000;
    private static final int MANY = 6;
    private static final int HANDLER = 0;
    private static final int ANSWERER = 1;

    private IrregularRows() {
    }

    private static Messages messages(World w) {
        Messages messages = Messages.allocate(w.s);
        messages.handler((_, _) -> w.handled++);
        messages.answerer((_, words) -> ++w.handled);
        messages.open();
        return messages;
    }

    private static void handle(World w, Messages messages, int count) {
        for (int round = 0; w.handled < count; round++) {
            messages.poll();
            w.s.pause(round);
        }
    }

    private static Wait ask(Act<Messages> begin) {
        return Wait.of(IrregularRows::messages, begin, (w, messages) -> handle(w, messages, 1))
            .with(Trait.EARLY);
    }

    @SuppressWarnings("unchecked")
    private static Reply<Long> asked(World w, Messages messages) {
        w.own = w.own == null ? messages.ask(1, ANSWERER, 1) : w.own;
        return (Reply<Long>) w.own;
    }

    static List<Wait> messages() {
        return List.of(
            Wait.of(IrregularRows::messages, (w, messages) -> {
                while (w.sent < MANY) {
                    messages.send(1, HANDLER, new long[LONG]);
                    w.sent++;
                }
                messages.finish();
            }, (_, messages) -> messages.finish()),
            ask((w, messages) -> asked(w, messages).join()),
            ask((w, messages) -> {
                try {
                    asked(w, messages).get();
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            }).with(Trait.INTERRUPTED),
            ask((w, messages) -> {
                try {
                    asked(w, messages).get(1, TimeUnit.DAYS);
                } catch (TimeoutException _) {
                    return;
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            }).with(Trait.INTERRUPTED).with(Trait.LIMITED),
            both(IrregularRows::messages, Messages::finish),
            both(IrregularRows::messages, Messages::free).with(Trait.UNLIMITED),
            both(w -> Messages.allocate(w.s), Messages::open).with(Trait.ONCE),
            whole(w -> Messages.allocate(w.s).close()));
    }

    private static <T> Wait both(Function<World, T> setup, Consumer<T> call) {
        return Wait.of(setup, (_, own) -> call.accept(own), (_, own) -> call.accept(own));
    }

    static List<Wait> batches() {
        return List.of(
            Wait.of(w -> Batch.allocate(w.s, w.x), (w, batch) -> {
                if (w.sent++ == 0) {
                    batch.add(w.x, 0, 1, 1);
                }
                batch.quiet();
            }, (w, batch) -> {
                for (int round = 0; w.x.getAcquire(0) == 0; round++) {
                    batch.poll();
                    w.s.pause(round);
                }
            }).with(Trait.EARLY).with(Trait.MORTAL),
            both(w -> Batch.allocate(w.s, w.x), Batch::barrier).with(Trait.MORTAL),
            both(w -> Batch.allocate(w.s, w.x), Batch::free).with(Trait.UNLIMITED).with(Trait.MORTAL),
            both(w -> GlobalLongs.cyclic(w.s, 2), GlobalLongs::barrier).with(Trait.MORTAL),
            both(w -> GlobalLongs.cyclic(w.s, 2), GlobalLongs::free).with(Trait.UNLIMITED)
                .with(Trait.MORTAL));
    }

    static List<Wait> pools() {
        return List.of(
            both(w -> WorkPool.allocate(w.s), pool -> pool.run(_ -> { })).with(Trait.ONCE).with(Trait.MORTAL),
            both(w -> WorkPool.allocate(w.s), WorkPool::free).with(Trait.UNLIMITED).with(Trait.MORTAL),
            whole(w -> WorkPool.allocate(w.s, 8, 8)));
    }
}
