// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says of a module's descriptor that the oldest JDK on which Maven may run can read it: nothing in it is newer. */
final class OlderDescriptor {
    private static final int LOW_BYTE_OF_VERSION = 7;
    private static final byte JDK_17 = 61;

    private OlderDescriptor() {
    }

    public static void main(String[] descriptor) throws IOException {
        Path file = Path.of(descriptor[0]);
        byte[] written = Files.readAllBytes(file);
        written[LOW_BYTE_OF_VERSION] = JDK_17;
        Files.write(file, written);
    }
}
