package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import org.junit.jupiter.api.Test;

/** Runs the program's parts on four PEs that are threads of the test's JVM. */
class MainTest {
    @Test
    void everyPeHasPi() {
        Shmem.run(4, () -> {
            try (Shmem shmem = Shmem.init()) {
                assertEquals(Math.PI, Main.pi(shmem, 100_000), 1e-9);
            }
        });
    }
}
