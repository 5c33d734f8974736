// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine.MeshTimes;

/**
 * A core that runs a program. Only this core's program calls its methods, which return at the time when the core
 * continues.
 */
public final class MeshCore {
    private static final Place NOWHERE = new Place.Registers();

    private final MeshChip chip;
    private final MeshTimes times;
    private final int number;
    private final Place ownLine;
    private long waited;
    private LinesWritten written = LinesWritten.NONE;

    MeshCore(MeshChip chip, int number) {
        this.chip = chip;
        this.times = chip.machine().times();
        this.number = number;
        this.ownLine = new Place.Mpb(number, 0);
    }

    public int number() {
        return number;
    }

    public int cores() {
        return chip.topology().cores();
    }

    public MeshChip chip() {
        return chip;
    }

    /** {@return its clock, in picoseconds} */
    public long now() {
        return chip.scheduler().clock(number);
    }

    /** Lets time pass for a computation that touches nothing shared. */
    public void spend(long picos) {
        chip.scheduler().spendUntil(now() + picos);
    }

    /** Reads and writes numbers line by line, without the call costs of put and get. */
    public void move(Place from, Place to, int numbers) {
        written = written.and(to, Math.ceilDiv(numbers, chip.machine().numbersPerLine()));
        if (to instanceof Place.Flag flag) {
            chip.ways().flags().wrote(flag.core(), flag.flag(), written);
        }
        chip.complete(number, chip.transfer(number).begin(now(), from, to, numbers));
    }

    /** Moves numbers, and adds to each one an element of an array in the caches. */
    public void sum(Place from, Place to, int numbers, double[] add, int addFrom) {
        written = written.and(to, Math.ceilDiv(numbers, chip.machine().numbersPerLine()));
        chip.complete(number, chip.transfer(number).beginSum(now(), from, to, numbers, add, addFrom,
            chip.machine().reduceNumber()));
    }

    /** Puts numbers from this core's buffer or private memory into a buffer. */
    public void put(Place from, Place.Mpb to, int numbers) {
        spend(from instanceof Place.Mpb ? times.putMpb() : times.putMem());
        move(from, to, numbers);
    }

    /** Gets numbers from a buffer into this core's buffer or private memory. */
    public void get(Place.Mpb from, Place to, int numbers) {
        spend(to instanceof Place.Mpb ? times.getMpb() : times.getMem());
        move(from, to, numbers);
    }

    public void read(Place from) {
        move(from, NOWHERE, 1);
    }

    public void write(Place to) {
        move(NOWHERE, to, 1);
    }

    /** {@return the delay from a line's arrival until its writer continues} */
    public long wayBack(Place to) {
        return chip.ways().of(number, to, true).way();
    }

    /** Sets a flag by a put of one line from this core's buffer. */
    public void set(int core, int flag, long value) {
        spend(times.putMpb());
        move(ownLine, new Place.Flag(core, flag, value), 1);
    }

    /** Waits until a poll finds that a flag of this core has reached a value. */
    public void await(int flag, long value) {
        if (chip.looks() == null) {
            awaitUnread(flag, value);
            read(ownLine);
        } else {
            look(chip.looks(), flag, value);
        }
    }

    private void look(Looks looks, int flag, long value) {
        long begin = now();
        read(new Place.Flag(number, flag, value));
        FlagTable flags = chip.ways().flags();
        long since = flags.reaches(number, flag, value);
        if (since > looks.served(now())) {
            looks.begin(number, now());
            if (since == Long.MAX_VALUE) {
                flags.await(number, flag, value);
                chip.scheduler().sleep();
            } else {
                chip.scheduler().advanceTo(looks.found(number, since));
            }
            looks.end(number);
            written = flags.writtenBefore(number, flag);
        }
        waited += now() - begin;
    }

    /** Waits until a flag of this core has reached a value, without reading it. */
    public void awaitUnread(int flag, long value) {
        chip.scheduler().advanceTo(now());
        long begin = now();
        FlagTable flags = chip.ways().flags();
        long since = flags.reaches(number, flag, value);
        if (since == Long.MAX_VALUE) {
            flags.await(number, flag, value);
            chip.scheduler().sleep();
        } else if (since > now()) {
            chip.scheduler().advanceTo(since);
        }
        written = since > begin ? flags.writtenBefore(number, flag) : written;
        waited += now() - begin;
    }

    /** {@return the chain of writes that ends now} */
    LinesWritten written() {
        return written;
    }

    /** {@return picoseconds that this core has waited for flags} */
    public long waited() {
        return waited;
    }
}
