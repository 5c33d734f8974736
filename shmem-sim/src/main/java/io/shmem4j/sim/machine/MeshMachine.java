// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import io.shmem4j.sim.machine.Machine.CacheSize;
import java.util.ArrayList;
import java.util.List;

/**
 * A chip of tiles on a mesh whose cores have no coherent caches and talk through message-passing buffers; times in
 * picoseconds.
 *
 * @param coresPerTile     cores that share a tile's router and its port
 * @param controllers      numbers of the tiles that have a memory controller, from left to right and upwards
 * @param lineBytes        bytes of a line, a power of two
 * @param portRead         time for which a read occupies a tile's port
 * @param portWrite        time for which a write occupies a tile's port
 * @param linkFlit         time for which a flit occupies a link
 * @param controllerLine   time for which a line occupies a memory controller
 * @param cachedWrite      a store of a line to private memory that the caches hold
 * @param reduceNumber     adding a number
 * @param poll             time between two polls of a flag, besides the way
 */
public record MeshMachine(String name, String title, int columns, int rows, int coresPerTile,
        List<Integer> controllers, double coreMHz, double meshMHz, double dramMHz, int lineBytes, int mpbBytes,
        long memoryBytes, MeshTimes times, long portRead, long portWrite, long linkFlit, long controllerLine,
        CacheSize l1, CacheSize l2, long cachedWrite, long reduceNumber, long poll) implements Machine {

    private static final int MOST_TILES = 1 << 10;
    /** Of a loop that polls a flag, where the file does not say. */
    private static final double POLL_CYCLES = 45;
    private static final long PRIVATE_BYTES = 64L << 20;

    /** Copies the list. */
    public MeshMachine {
        controllers = List.copyOf(controllers);
    }

    /** {@return a machine of this kind} */
    public static MeshMachine load(String nameOrPath) {
        if (MachineFile.load(nameOrPath) instanceof MeshMachine mesh) {
            return mesh;
        }
        throw MachineFile.refusal(nameOrPath, "$.kind", "must be mesh here, not coherent");
    }

    @Override
    public int cores() {
        return columns * rows * coresPerTile;
    }

    @Override
    public int threadsPerCore() {
        return 1;
    }

    @Override
    public int vectorBytes() {
        return Double.BYTES;
    }

    /** Memory is dealt out to the cores, used or not, and each keeps some for itself. */
    @Override
    public long memoryOfPe(int pes) {
        return Math.max(0, memoryBytes / cores() - PRIVATE_BYTES);
    }

    public int mpbLines() {
        return mpbBytes / lineBytes;
    }

    public int numbersPerLine() {
        return lineBytes / Double.BYTES;
    }

    /** {@return picoseconds of a number of cycles of a core} */
    public long cyclesToPicos(double cycles) {
        return Math.round(cycles * 1e6 / coreMHz);
    }

    static MeshMachine read(Section root) {
        try (root; Section mesh = root.section("mesh"); Section clocks = root.section("clocksMHz");
                Section port = root.optional("portNs"); Section first = root.optional("l1");
                Section second = root.optional("l2")) {
            int columns = mesh.whole("columns", 1, MOST_TILES);
            int rows = mesh.whole("rows", 1, MOST_TILES / columns);
            int coresPerTile = mesh.whole("coresPerTile", 1, 2);
            int lineBytes = root.whole("lineBytes", Double.BYTES, 1024);
            if (Integer.bitCount(lineBytes) != 1) {
                throw root.wrong("lineBytes", "must be a power of two, not " + lineBytes);
            }
            int mpbBytes = (int) Math.min(Integer.MAX_VALUE, root.bytes("mpbBytes"));
            int mpbLines = mpbBytes / lineBytes;
            if (mpbLines < 4 || mpbLines * lineBytes != mpbBytes) {
                throw root.wrong("mpbBytes", "must be a multiple of " + lineBytes + " and at least four lines");
            }
            MeshTimes times = root.read("us", MeshTimes::read);
            double core = clocks.positive("core");
            return new MeshMachine(root.text("name"), root.text("title"), columns, rows, coresPerTile,
                controllers(root, columns, rows), core, clocks.positive("mesh"),
                clocks.has("dram") ? clocks.positive("dram") : clocks.positive("mesh"), lineBytes, mpbBytes,
                root.memory("memory", columns * rows * coresPerTile, PRIVATE_BYTES), times,
                service(port, "read", times.mpbLine()), service(port, "write", times.mpbLine()),
                Math.round(root.orNone("linkFlitNs") * 1e3),
                service(root, "controllerLineNs", Math.min(times.readMem(), times.writeMem())),
                CacheSize.read(first, lineBytes, "16k"), CacheSize.read(second, lineBytes, "256k"),
                Math.round(root.orNone("l1WriteNs") * 1e3),
                root.has("reduceNs") ? root.nanos("reduceNs") : Math.round(1e6 / core),
                poll(root, core, service(port, "read", times.mpbLine())));
        }
    }

    /** {@return the time of a poll, which includes that of its read at the port} */
    private static long poll(Section root, double coreMHz, long portRead) {
        double cycles = root.has("pollCycles") ? root.atLeast("pollCycles", 1) : POLL_CYCLES;
        long picos = Math.round(cycles * 1e6 / coreMHz);
        if (picos < portRead) {
            throw root.wrong("pollCycles", "must be at least as long as its read at the port, " + portRead / 1e3
                + " ns, not " + cycles + " cycles, " + picos / 1e3 + " ns");
        }
        return picos;
    }

    /** {@return a service time, which is included in the cost of its line} */
    private static long service(Section section, String field, long line) {
        long picos = Math.round(section.orNone(field) * 1e3);
        if (picos > line) {
            throw section.wrong(field, "must not exceed what a line costs, " + line / 1e3 + " ns");
        }
        return picos;
    }

    private static List<Integer> controllers(Section root, int columns, int rows) {
        List<Integer> tiles = new ArrayList<>();
        for (int[] place : root.places("controllers", columns, rows)) {
            tiles.add(place[1] * columns + place[0]);
        }
        return tiles;
    }

    /**
     * Costs of lines and calls for a core of a mesh, in picoseconds.
     *
     * @param hop a packet through one router
     * @param mpbLine a line of a message-passing buffer, besides its way
     * @param writeMem a line to the core's memory
     * @param readMem a line from the core's memory
     * @param putMpb call of a put from the own buffer
     * @param getMpb call of a get into the own buffer
     * @param putMem call of a put from private memory
     * @param getMem call of a get into private memory
     */
    public record MeshTimes(long hop, long mpbLine, long writeMem, long readMem, long putMpb,
            long getMpb, long putMem, long getMem) {
        static MeshTimes read(Section section) {
            return new MeshTimes(section.micros("hop"), section.micros("mpbLine"), section.micros("writeMem"),
                section.micros("readMem"), section.micros("putMpb"), section.micros("getMpb"),
                section.micros("putMem"), section.micros("getMem"));
        }
    }
}
