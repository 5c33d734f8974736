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
    /** Operands are combined by the last PE to come: each must be that a dozen times to have all loops compiled. */
    private static final int ROUNDS = 100;

    private final Shmem shmem;
    private final Team world;
    private final long length;

    CallsOfTypes(Shmem shmem) {
        this.shmem = shmem;
        this.world = shmem.world();
        this.length = (long) SHORT * shmem.nPes();
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
        SymmetricBytes from = shmem.allocateBytes(length);
        SymmetricBytes to = shmem.allocateBytes(length);
        for (int i = 0; i < ROUNDS; i++) {
            world.sumReduce(to, from, SHORT);
            world.prodReduce(to, from, SHORT);
            world.maxReduce(to, from, SHORT);
            world.minReduce(to, from, SHORT);
            world.andReduce(to, from, SHORT);
            world.orReduce(to, from, SHORT);
            world.xorReduce(to, from, SHORT);
            world.broadcast(to, from, SHORT, 0);
            world.fcollect(to, from, SHORT);
            world.collect(to, from, SHORT);
            world.alltoall(to, from, SHORT);
            world.sumInscan(to, from, SHORT);
        }
    }

    private void ofShorts() {
        SymmetricShorts from = shmem.allocateShorts(length);
        SymmetricShorts to = shmem.allocateShorts(length);
        for (int i = 0; i < ROUNDS; i++) {
            world.sumReduce(to, from, SHORT);
            world.prodReduce(to, from, SHORT);
            world.maxReduce(to, from, SHORT);
            world.minReduce(to, from, SHORT);
            world.andReduce(to, from, SHORT);
            world.orReduce(to, from, SHORT);
            world.xorReduce(to, from, SHORT);
            world.broadcast(to, from, SHORT, 0);
            world.fcollect(to, from, SHORT);
            world.collect(to, from, SHORT);
            world.alltoall(to, from, SHORT);
            world.sumInscan(to, from, SHORT);
        }
    }

    private void ofInts() {
        SymmetricInts from = shmem.allocateInts(length);
        SymmetricInts to = shmem.allocateInts(length);
        for (int i = 0; i < ROUNDS; i++) {
            world.sumReduce(to, from, SHORT);
            world.prodReduce(to, from, SHORT);
            world.maxReduce(to, from, SHORT);
            world.minReduce(to, from, SHORT);
            world.andReduce(to, from, SHORT);
            world.orReduce(to, from, SHORT);
            world.xorReduce(to, from, SHORT);
            world.broadcast(to, from, SHORT, 0);
            world.fcollect(to, from, SHORT);
            world.collect(to, from, SHORT);
            world.alltoall(to, from, SHORT);
            world.sumInscan(to, from, SHORT);
        }
    }

    private void ofLongs() {
        SymmetricLongs from = shmem.allocateLongs(length);
        SymmetricLongs to = shmem.allocateLongs(length);
        for (int i = 0; i < ROUNDS; i++) {
            world.sumReduce(to, from, SHORT);
            world.prodReduce(to, from, SHORT);
            world.maxReduce(to, from, SHORT);
            world.minReduce(to, from, SHORT);
            world.andReduce(to, from, SHORT);
            world.orReduce(to, from, SHORT);
            world.xorReduce(to, from, SHORT);
            world.broadcast(to, from, SHORT, 0);
            world.fcollect(to, from, SHORT);
            world.collect(to, from, SHORT);
            world.alltoall(to, from, SHORT);
            world.sumInscan(to, from, SHORT);
        }
    }

    private void ofFloats() {
        SymmetricFloats from = shmem.allocateFloats(length);
        SymmetricFloats to = shmem.allocateFloats(length);
        for (int i = 0; i < ROUNDS; i++) {
            world.sumReduce(to, from, SHORT);
            world.prodReduce(to, from, SHORT);
            world.maxReduce(to, from, SHORT);
            world.minReduce(to, from, SHORT);
            world.broadcast(to, from, SHORT, 0);
            world.fcollect(to, from, SHORT);
            world.collect(to, from, SHORT);
            world.alltoall(to, from, SHORT);
            world.sumInscan(to, from, SHORT);
        }
    }

    private void ofDoubles() {
        SymmetricDoubles from = shmem.allocateDoubles(length);
        SymmetricDoubles to = shmem.allocateDoubles(length);
        for (int i = 0; i < ROUNDS; i++) {
            world.sumReduce(to, from, SHORT);
            world.prodReduce(to, from, SHORT);
            world.maxReduce(to, from, SHORT);
            world.minReduce(to, from, SHORT);
            world.broadcast(to, from, SHORT, 0);
            world.fcollect(to, from, SHORT);
            world.collect(to, from, SHORT);
            world.alltoall(to, from, SHORT);
            world.sumInscan(to, from, SHORT);
        }
    }
}
