// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.apart;

import io.shmem4j.Shmem;
import io.shmem4j.libraries.shared.Pieces;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Security;
import java.util.HexFormat;
import org.bouncycastle.jcajce.provider.asymmetric.ec.BCECPublicKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** A provider of the class path that is asked by its name, and whose own types the program wants. */
public final class Ciphers implements Pieces.Piece {
    @Override
    public String run(Shmem shmem) throws GeneralSecurityException {
        Security.addProvider(new BouncyCastleProvider());
        MessageDigest digest = MessageDigest.getInstance("SM3", "BC");
        byte[] sum = digest.digest("abc".getBytes(StandardCharsets.US_ASCII));
        KeyPairGenerator keys = KeyPairGenerator.getInstance("EC", "BC");
        keys.initialize(256);
        BCECPublicKey key = (BCECPublicKey) keys.generateKeyPair().getPublic();
        return HexFormat.of().formatHex(sum, 0, 4) + " " + key.getAlgorithm();
    }
}
