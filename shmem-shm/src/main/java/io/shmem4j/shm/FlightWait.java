// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A wait as an event of the JDK's flight recorder, from the time on at which the PE first yields. */
@Name("io.shmem4j.Wait")
@Label("Wait")
@Description("A PE waits for another one, or for a variable of its own")
@Category("shmem4j")
@Threshold("1 ms")
final class FlightWait extends Event {
    /** The interceptor that selects it. */
    static final String SELECTED_BY = "io.shmem4j.observe.FlightRecorder";

    @Label("PE")
    @Description("Number of the PE")
    private int pe;

    @Label("Routine")
    private String routine;

    @Label("PE Waited For")
    @Description("-1 where it waits for several, or for anybody")
    private int peer;

    @Label("Object")
    @Description("The symmetric object that holds the variable")
    private String object;

    /** {@return the event of a wait that begins now} */
    static FlightWait begun() {
        FlightWait event = new FlightWait();
        event.begin();
        return event;
    }

    void ended(NodeBackend backend, WaitKind kind, int waitedFor, long detail) {
        end();
        if (shouldCommit()) {
            pe = backend.pe();
            routine = kind.text();
            peer = waitedFor;
            object = kind == WaitKind.VARIABLE || kind == WaitKind.SIGNAL || kind == WaitKind.LOCK
                ? object(detail, backend.nPes()) : null;
            commit();
        }
    }

    /** {@return the name of the object at an offset} */
    private static String object(long offset, int nPes) {
        if (!JobMemory.here(0)) {
            return null;
        }
        ObjectTable table = new ObjectTable(JobMemory.slice(0, SystemLayout.objects(nPes), ObjectTable.BYTES));
        SymmetricObject object = SymmetricObject.at(table.live().stream().sorted(SymmetricObject.byOffset()).toList(),
            offset);
        return object == null ? null : object.name();
    }
}
