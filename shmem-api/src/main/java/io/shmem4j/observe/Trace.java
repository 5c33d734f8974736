// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Routine.Family;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Records every call for {@code oshrun --trace}, which selects it, sets the folder for the records in
 * {@code SHMEM_TRACE_DIR}, and makes a trace from them when the job has ended.
 *
 * <p>{@code pcontrol(0)} stops recording, {@code pcontrol(1)} and higher levels resume it.
 */
public final class Trace extends Interceptor {
    private volatile Recorder[] recorders = new Recorder[0];

    @Override
    public synchronized void begin(Backend backend) {
        if (!Setting.TRACE_DIR.isSet()) {
            throw new IllegalArgumentException(Setting.TRACE_DIR.variable() + " is not set; use oshrun --trace FILE");
        }
        if (recorders.length < backend.nPes()) {
            recorders = Arrays.copyOf(recorders, backend.nPes());
        }
        if (recorders[backend.pe()] == null) {
            recorders[backend.pe()] = new Recorder(Path.of(Setting.TRACE_DIR.value()), Setting.TRACE_LIMIT.bytes(),
                backend);
        }
        recorders[backend.pe()].open();
    }

    @Override
    public void end(Backend backend) {
        recorders[backend.pe()].close(backend.nanoTime());
    }

    @Override
    public long enter(Backend backend, Routine routine, int peer, long bytes) {
        return recorders[backend.pe()].begin(routine, peer, bytes, backend.nanoTime());
    }

    @Override
    public long enter(Backend backend, Routine routine, Members team, long bytes) {
        return enter(backend, routine, team.size() == backend.nPes() ? TraceLayout.WORLD : -1, bytes);
    }

    @Override
    public void leave(Backend backend, Routine routine, int peer, long bytes, long token) {
        Recorder recorder = recorders[backend.pe()];
        if (recorder.end(token, backend.nanoTime()) && routine.family() != Family.REMOTE && !routine.looks()) {
            recorder.recordSite(token, (Places.object(backend, routine) + " at " + CallSite.walked()).strip());
        }
    }

    @Override
    public void control(Backend backend, int level, Object... details) {
        recorders[backend.pe()].turn(level > 0);
    }
}
