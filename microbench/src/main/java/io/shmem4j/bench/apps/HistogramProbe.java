// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;

/** Counts random places of a table that PEs share. A turn is all requests of a PE. */
abstract class HistogramProbe extends Probe {
    private final Shmem shmem;
    private final SymmetricLongs table;
    private final Requests requests;
    private long rounds;

    private HistogramProbe(String name, Shmem shmem, SymmetricLongs table, Requests requests) {
        super(name, (long) requests.count() * Long.BYTES, Sides.EACH);
        this.shmem = shmem;
        this.table = table;
        this.requests = requests;
    }

    @Override
    public final void prepare() {
        table.fill(0);
        rounds = 0;
    }

    @Override
    public final void loop(int turns) {
        for (int i = 0; i < turns; i++) {
            count();
            shmem.barrierAll();
        }
        rounds += turns;
    }

    abstract void count();

    /** The same requests, taken back, have to leave nothing. */
    @Override
    public final void check() {
        for (int i = 0; i < requests.count(); i++) {
            shmem.add(table, requests.places[i], -rounds, requests.pes[i]);
        }
        shmem.barrierAll();
        for (int i = 0; i < table.length(); i++) {
            WrongResultException.check("table of PE " + shmem.myPe() + " after taking back what " + name()
                + " has counted", i, table.get(i), 0);
        }
    }

    /** An atomic increment for each. */
    static Probe atomic(Shmem shmem, SymmetricLongs table, Requests requests) {
        return new HistogramProbe("atomic inc", shmem, table, requests) {
            @Override
            void count() {
                for (int i = 0; i < requests.count(); i++) {
                    shmem.inc(table, requests.places[i], requests.pes[i]);
                }
            }
        };
    }

    /** Requests are collected, put in bulk, and counted by the PE that has the entry. */
    static Probe collected(Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
        return new HistogramProbe("collected put", shmem, table, requests) {
            @Override
            void count() {
                for (int from = 0; from < requests.count(); from += Requests.ROUND) {
                    int to = Math.min(requests.count(), from + Requests.ROUND);
                    for (int i = from; i < to; i++) {
                        exchange.add(requests.pes[i], requests.places[i]);
                    }
                    exchange.turn();
                    for (int pe = 0; pe < shmem.nPes(); pe++) {
                        int count = exchange.count(pe);
                        for (int i = 0; i < count; i++) {
                            long place = exchange.get(pe, i);
                            table.set(place, table.get(place) + 1);
                        }
                    }
                }
            }
        };
    }
}
