// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowNorms;
import io.shmem4j.nas.cfd.FlowPhase;
import io.shmem4j.nas.cfd.FlowSlab;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.nas.npb.VectorApi;

/** BT in slabs: block tridiagonal systems along each direction. */
final class BtSlab extends FlowSlab implements Kernel {
    private final Everyone everyone;
    private final BlockLines blocks;

    BtSlab(Shmem shmem, FlowConstants grid, Transfer transfer, PhaseTimers<FlowPhase> timers) {
        this(shmem, grid, transfer, timers, new Everyone(shmem, 2 * FlowConstants.UNKNOWNS));
    }

    private BtSlab(Shmem shmem, FlowConstants grid, Transfer transfer, PhaseTimers<FlowPhase> timers,
            Everyone everyone) {
        super(shmem, grid, transfer, timers, everyone, new BtWork(shmem), BlockLines.bytes(grid.n));
        this.everyone = everyone;
        blocks = VectorApi.THERE ? new VectorBlockLines(workspace, layout, c)
            : new ScalarBlockLines(workspace, layout, c);
    }

    /** {@return bytes that a PE needs}; other PEs' planes have a copy unless they are loaded where they are */
    static long bytes(int n, int pes, Transfer transfer) {
        return bytes(n, pes, transfer == Transfer.DIRECT, BlockLines.bytes(n));
    }

    @Override
    public void reset() {
        initialize();
    }

    @Override
    public void begin() {
        // The first state is there.
    }

    @Override
    public void step(int step) {
        step();
    }

    @Override
    protected int lanes() {
        return VectorApi.THERE ? VectorBlockLines.LANES : 1;
    }

    @Override
    protected void prepare(int k, int j, int end) {
        for (int line = j; line < Math.min(end, layout.lines); line++) {
            blocks.clearOutside(rhs + (long) line * layout.line);
        }
    }

    @Override
    protected void solveX(int k, int j) {
        blocks.solveX(planeRhs.derived(k) + (long) j * layout.group, rhs + (long) j * layout.line);
    }

    @Override
    protected void solveY(int k, int i) {
        blocks.solveY(planeRhs.derived(k) + 8L * i, rhs + 8L * i, right.table.address[k] + 8L * i);
    }

    @Override
    protected void solveZ(int j, int i) {
        blocks.solveZ(u.table, right.table, (long) j * layout.line + 8L * i);
    }

    @Override
    public double[] finish() {
        return new double[0];
    }

    @Override
    public double[] verified(double... finished) {
        FlowNorms norms = norms();
        double[] values = new double[2 * FlowConstants.UNKNOWNS];
        System.arraycopy(norms.residuals(), 0, values, 0, FlowConstants.UNKNOWNS);
        System.arraycopy(norms.errors(), 0, values, FlowConstants.UNKNOWNS, FlowConstants.UNKNOWNS);
        return values;
    }

    @Override
    public String loops() {
        return VectorApi.THERE ? "vector" : "scalar";
    }

    @Override
    public void free() {
        super.free();
        everyone.free();
    }
}
