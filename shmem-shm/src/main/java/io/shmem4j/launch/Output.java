// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.FileDescriptor;
import java.util.List;

/** The way of all PEs' output through this launcher, as the options describe it. */
final class Output {
    private final JobPlan plan;
    private final StreamSink out;
    private final StreamSink err;

    /**
     * For one job.
     *
     * @param plan       the job
     * @param whenClosed called when nobody reads a stream of the launcher any more
     */
    Output(JobPlan plan, Runnable whenClosed) {
        this.plan = plan;
        this.out = new StreamSink(FileDescriptor.out, whenClosed);
        this.err = new StreamSink(FileDescriptor.err, whenClosed);
    }

    /** {@return the pumps that carry a PE's streams} @param pe its number @param process its process */
    List<OutputPump> carry(int pe, Process process) {
        boolean alone = plan.nPes() == 1;
        return List.of(
            new OutputPump("out-" + pe, process.getInputStream(), tagged("[" + pe + "] ", out.open()), alone),
            new OutputPump("err-" + pe, process.getErrorStream(), filtered(pe, tagged("[" + pe + "!] ", err.open())),
                alone && !plan.app(pe).vector()));
    }

    /** {@return where the launcher's own messages go} */
    LineSink messages() {
        return err.open();
    }

    private LineSink tagged(String tag, LineSink next) {
        return plan.options().tagOutput ? new TagSink(tag, next) : next;
    }

    private LineSink filtered(int pe, LineSink next) {
        return plan.app(pe).vector() ? new IncubatorFilter(next) : next;
    }
}
