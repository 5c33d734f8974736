// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricFloats;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.SymmetricShorts;
import io.shmem4j.Team;

/** The world's collectives on short arrays of every element type: the part of a training that types differ in. */
final class CallsOfTypes {
    private static final int SHORT = 2;

    private final Team world;
    private final SymmetricBytes bytes;
    private final SymmetricBytes otherBytes;
    private final SymmetricShorts shorts;
    private final SymmetricShorts otherShorts;
    private final SymmetricInts ints;
    private final SymmetricInts otherInts;
    private final SymmetricLongs longs;
    private final SymmetricLongs otherLongs;
    private final SymmetricFloats floats;
    private final SymmetricFloats otherFloats;
    private final SymmetricDoubles doubles;
    private final SymmetricDoubles otherDoubles;

    CallsOfTypes(Shmem shmem) {
        long length = (long) SHORT * shmem.nPes();
        world = shmem.world();
        bytes = shmem.allocateBytes(length);
        otherBytes = shmem.allocateBytes(length);
        shorts = shmem.allocateShorts(length);
        otherShorts = shmem.allocateShorts(length);
        ints = shmem.allocateInts(length);
        otherInts = shmem.allocateInts(length);
        longs = shmem.allocateLongs(length);
        otherLongs = shmem.allocateLongs(length);
        floats = shmem.allocateFloats(length);
        otherFloats = shmem.allocateFloats(length);
        doubles = shmem.allocateDoubles(length);
        otherDoubles = shmem.allocateDoubles(length);
    }

    /** Makes all calls. */
    void run() {
        ofBytes();
        ofShorts();
        ofInts();
        ofLongs();
        ofFloats();
        ofDoubles();
    }

    private void ofBytes() {
        world.sumReduce(otherBytes, bytes, SHORT);
        world.prodReduce(otherBytes, bytes, SHORT);
        world.maxReduce(otherBytes, bytes, SHORT);
        world.minReduce(otherBytes, bytes, SHORT);
        world.andReduce(otherBytes, bytes, SHORT);
        world.orReduce(otherBytes, bytes, SHORT);
        world.xorReduce(otherBytes, bytes, SHORT);
        world.broadcast(otherBytes, bytes, SHORT, 0);
        world.fcollect(otherBytes, bytes, SHORT);
        world.collect(otherBytes, bytes, SHORT);
        world.alltoall(otherBytes, bytes, SHORT);
        world.sumInscan(otherBytes, bytes, SHORT);
    }

    private void ofShorts() {
        world.sumReduce(otherShorts, shorts, SHORT);
        world.prodReduce(otherShorts, shorts, SHORT);
        world.maxReduce(otherShorts, shorts, SHORT);
        world.minReduce(otherShorts, shorts, SHORT);
        world.andReduce(otherShorts, shorts, SHORT);
        world.orReduce(otherShorts, shorts, SHORT);
        world.xorReduce(otherShorts, shorts, SHORT);
        world.broadcast(otherShorts, shorts, SHORT, 0);
        world.fcollect(otherShorts, shorts, SHORT);
        world.collect(otherShorts, shorts, SHORT);
        world.alltoall(otherShorts, shorts, SHORT);
        world.sumInscan(otherShorts, shorts, SHORT);
    }

    private void ofInts() {
        world.sumReduce(otherInts, ints, SHORT);
        world.prodReduce(otherInts, ints, SHORT);
        world.maxReduce(otherInts, ints, SHORT);
        world.minReduce(otherInts, ints, SHORT);
        world.andReduce(otherInts, ints, SHORT);
        world.orReduce(otherInts, ints, SHORT);
        world.xorReduce(otherInts, ints, SHORT);
        world.broadcast(otherInts, ints, SHORT, 0);
        world.fcollect(otherInts, ints, SHORT);
        world.collect(otherInts, ints, SHORT);
        world.alltoall(otherInts, ints, SHORT);
        world.sumInscan(otherInts, ints, SHORT);
    }

    private void ofLongs() {
        world.sumReduce(otherLongs, longs, SHORT);
        world.prodReduce(otherLongs, longs, SHORT);
        world.maxReduce(otherLongs, longs, SHORT);
        world.minReduce(otherLongs, longs, SHORT);
        world.andReduce(otherLongs, longs, SHORT);
        world.orReduce(otherLongs, longs, SHORT);
        world.xorReduce(otherLongs, longs, SHORT);
        world.broadcast(otherLongs, longs, SHORT, 0);
        world.fcollect(otherLongs, longs, SHORT);
        world.collect(otherLongs, longs, SHORT);
        world.alltoall(otherLongs, longs, SHORT);
        world.sumInscan(otherLongs, longs, SHORT);
    }

    private void ofFloats() {
        world.sumReduce(otherFloats, floats, SHORT);
        world.prodReduce(otherFloats, floats, SHORT);
        world.maxReduce(otherFloats, floats, SHORT);
        world.minReduce(otherFloats, floats, SHORT);
        world.broadcast(otherFloats, floats, SHORT, 0);
        world.fcollect(otherFloats, floats, SHORT);
        world.collect(otherFloats, floats, SHORT);
        world.alltoall(otherFloats, floats, SHORT);
        world.sumInscan(otherFloats, floats, SHORT);
    }

    private void ofDoubles() {
        world.sumReduce(otherDoubles, doubles, SHORT);
        world.prodReduce(otherDoubles, doubles, SHORT);
        world.maxReduce(otherDoubles, doubles, SHORT);
        world.minReduce(otherDoubles, doubles, SHORT);
        world.broadcast(otherDoubles, doubles, SHORT, 0);
        world.fcollect(otherDoubles, doubles, SHORT);
        world.collect(otherDoubles, doubles, SHORT);
        world.alltoall(otherDoubles, doubles, SHORT);
        world.sumInscan(otherDoubles, doubles, SHORT);
    }
}
