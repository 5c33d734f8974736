// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The address of a node's agent, and the key by which PEs of other nodes access the node's memory through it.
 *
 * @param first world number of the node's first PE
 * @param base  address of PE 0's region in the agent's process
 * @param host  the node's name, for messages
 */
public record Card(int first, int count, long base, byte[] address, byte[] key, String host) {
    public String line() {
        HexFormat hex = HexFormat.of();
        return first + " " + count + " " + base + " " + hex.formatHex(address) + " " + hex.formatHex(key) + " " + host;
    }

    public static Card of(String line) {
        String[] words = line.split(" ", 6);
        HexFormat hex = HexFormat.of();
        return new Card(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2]),
            hex.parseHex(words[3]), hex.parseHex(words[4]), words[5]);
    }

    static List<Card> read(JobFiles files) throws IOException {
        List<Card> cards = new ArrayList<>();
        for (String line : Files.readAllLines(files.file(NodePart.CARDS))) {
            cards.add(of(line));
        }
        return cards;
    }
}
