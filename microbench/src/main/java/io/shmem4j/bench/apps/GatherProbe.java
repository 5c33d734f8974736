// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.Arrays;

/** Reads random places of a table that PEs share. A turn is all requests of a PE. */
abstract class GatherProbe extends Probe {
    final long[] gathered;
    private final Shmem shmem;
    private final SymmetricLongs table;
    private final Requests requests;

    private GatherProbe(String name, Shmem shmem, SymmetricLongs table, Requests requests) {
        super(name, (long) requests.count() * Long.BYTES, Sides.EACH);
        this.shmem = shmem;
        this.table = table;
        this.requests = requests;
        this.gathered = new long[requests.count()];
    }

    /** Every entry holds the negative of its place in the whole table, less one. */
    @Override
    public final void prepare() {
        for (int i = 0; i < table.length(); i++) {
            table.set(i, expected(shmem.myPe(), i));
        }
        Arrays.fill(gathered, 0);
    }

    private long expected(int pe, int place) {
        return -(pe * table.length() + place) - 1;
    }

    @Override
    public final void loop(int turns) {
        for (int i = 0; i < turns; i++) {
            gather();
            shmem.barrierAll();
        }
    }

    abstract void gather();

    @Override
    public final void check() {
        for (int i = 0; i < gathered.length; i++) {
            WrongResultException.check("what PE " + shmem.myPe() + " has gathered by " + name(), i, gathered[i],
                expected(requests.pes[i], requests.places[i]));
        }
    }

    /** By g. */
    static Probe element(Shmem shmem, SymmetricLongs table, Requests requests) {
        return new GatherProbe("g", shmem, table, requests) {
            @Override
            void gather() {
                for (int i = 0; i < gathered.length; i++) {
                    gathered[i] = shmem.g(table, requests.places[i], requests.pes[i]);
                }
            }
        };
    }

    /** By loads. */
    static Probe direct(Shmem shmem, SymmetricLongs table, Requests requests) {
        LongView[] views = new LongView[shmem.nPes()];
        Arrays.setAll(views, pe -> shmem.view(table, pe));
        return new GatherProbe("direct", shmem, table, requests) {
            @Override
            void gather() {
                for (int i = 0; i < gathered.length; i++) {
                    gathered[i] = views[requests.pes[i]].get(requests.places[i]);
                }
            }
        };
    }

    /** Requests are collected and put in bulk, and so are the answers, in the same order. */
    static Probe collected(Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
        return new GatherProbe("collected put", shmem, table, requests) {
            private final int[] next = new int[shmem.nPes()];

            @Override
            void gather() {
                for (int from = 0; from < gathered.length; from += Requests.ROUND) {
                    int to = Math.min(gathered.length, from + Requests.ROUND);
                    for (int i = from; i < to; i++) {
                        exchange.add(requests.pes[i], requests.places[i]);
                    }
                    exchange.turn();
                    for (int pe = 0; pe < next.length; pe++) {
                        int count = exchange.count(pe);
                        for (int i = 0; i < count; i++) {
                            exchange.add(pe, table.get(exchange.get(pe, i)));
                        }
                    }
                    exchange.turn();
                    Arrays.fill(next, 0);
                    for (int i = from; i < to; i++) {
                        gathered[i] = exchange.get(requests.pes[i], next[requests.pes[i]]++);
                    }
                }
            }
        };
    }
}
