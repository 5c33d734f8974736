// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.hash.Hashing;
import com.google.common.math.LongMath;
import io.shmem4j.Shmem;
import java.nio.charset.StandardCharsets;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.random.MersenneTwister;

/** A numeric program on Guava and Commons Math. */
public final class Numbers implements Pieces.Piece {
    @Override
    public String run(Shmem shmem) {
        double determinant = new LUDecomposition(new Array2DRowRealMatrix(new double[][] {{4, 1}, {2, 3}}))
            .getDeterminant();
        return Math.round(determinant) + " " + new MersenneTwister(7).nextInt(1000) + " " + LongMath.factorial(10) + " "
            + Hashing.murmur3_32_fixed().hashString("x", StandardCharsets.US_ASCII) + " "
            + ImmutableListMultimap.of("a", 1, "a", 2);
    }
}
