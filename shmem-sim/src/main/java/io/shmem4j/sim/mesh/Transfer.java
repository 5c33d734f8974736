// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/**
 * A transfer of lines by a core, one access at a time: each line is read, may be added to, and is written. A core has
 * one transfer, with one access in flight.
 */
final class Transfer {
    /** Represents the end of the transfer. */
    static final long DONE = -1;

    private final Ways ways;
    private final int core;
    private final double[] latch;
    private final int width;
    private Place source;
    private Place target;
    private Ways.Way reading;
    private Ways.Way storing;
    private double[] operand;
    private int operandFrom;
    private long perNumber;
    private int numbers;
    private int done;
    private boolean writing;
    private Ways.Way access;
    private long time;

    Transfer(Ways ways, int core, int width) {
        this.ways = ways;
        this.core = core;
        this.width = width;
        this.latch = new double[width];
    }

    /** Begins a transfer; {@return when the first request arrives, or DONE} */
    long begin(long now, Place from, Place to, int count) {
        return beginSum(now, from, to, count, null, 0, 0);
    }

    /** Begins a transfer that adds to each number an element of an array in the caches; see {@link #begin}. */
    long beginSum(long now, Place from, Place to, int count, double[] add, int addFrom, long picosPerNumber) {
        source = from;
        target = to;
        reading = ways.of(core, from, false);
        storing = ways.of(core, to, true);
        operand = add;
        operandFrom = addFrom;
        perNumber = picosPerNumber;
        numbers = count;
        done = 0;
        writing = false;
        time = now;
        return advance();
    }

    Ways.Way access() {
        return access;
    }

    /** {@return the time at which the core continues, valid after the last access} */
    long time() {
        return time;
    }

    /** Continues after a line was served; {@return when the next request arrives, or DONE} */
    long served(long end) {
        apply(end);
        time = end + access.way();
        step();
        return advance();
    }

    private int count() {
        return Math.min(width, numbers - done);
    }

    private void step() {
        if (writing) {
            done += count();
        } else if (operand != null) {
            time += count() * perNumber;
        }
        writing = !writing;
    }

    /** Skips accesses to private caches. */
    private long advance() {
        while (done < numbers) {
            access = writing ? storing : reading;
            if (access.resource() >= 0) {
                return time + access.overhead() - access.service() + access.way();
            }
            apply(time);
            time += access.overhead();
            step();
        }
        return DONE;
    }

    private void apply(long now) {
        if (writing) {
            store(now);
        } else {
            load();
        }
    }

    private void load() {
        int count = count();
        if (source instanceof Place.Mpb mpb) {
            System.arraycopy(ways.mpb(mpb.core()), mpb.line() * width + done, latch, 0, count);
        } else if (source instanceof Place.Private memory) {
            System.arraycopy(memory.numbers(), memory.from() + done, latch, 0, count);
        } else if (source instanceof Place.TestAndSet register) {
            register.acquired()[0] = ways.testAndSet(register.core());
        }
        if (operand != null) {
            for (int i = 0; i < count; i++) {
                latch[i] += operand[operandFrom + done + i];
            }
        }
    }

    private void store(long now) {
        switch (target) {
            case Place.Mpb mpb -> System.arraycopy(latch, 0, ways.mpb(mpb.core()), mpb.line() * width + done, count());
            case Place.Private memory -> System.arraycopy(latch, 0, memory.numbers(), memory.from() + done, count());
            case Place.Flag flag -> ways.flags().set(flag.core(), flag.flag(), flag.value(), now);
            case Place.TestAndSet register -> ways.clear(register.core());
            case Place.Shared shared -> {
                // The data of shared memory are the program's own.
            }
            case Place.Registers registers -> {
                // A read for its own sake.
            }
        }
    }
}
