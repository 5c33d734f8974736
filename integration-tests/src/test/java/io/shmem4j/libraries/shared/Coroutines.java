// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import io.shmem4j.Shmem;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import kotlin.collections.CollectionsKt;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.future.FutureKt;

/** Kotlin's collections, and coroutines on its own pool of threads. */
public final class Coroutines implements Pieces.Piece {
    @Override
    public String run(Shmem shmem) throws Exception {
        List<List<Integer>> pairs = CollectionsKt.chunked(List.of(1, 2, 3, 4, 5), 2);
        CompletableFuture<String> future = FutureKt.future(GlobalScope.INSTANCE, Dispatchers.getDefault(),
            CoroutineStart.DEFAULT, (scope, next) -> Integer.toString(shmem.myPe()));
        String pe = future.get();
        int blocking = BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, next) -> 42);
        return pairs + " " + blocking + " " + Integer.toString(shmem.myPe()).equals(pe);
    }
}
