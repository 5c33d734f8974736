// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Reads program counters with the installed {@link CounterReader}s. */
final class Counters {
    private static final List<CounterReader> READERS = readers();

    private Counters() {
    }

    /** Loads each library in its own loader, which stays open until the process ends. */
    private static List<CounterReader> readers() {
        List<CounterReader> readers = new ArrayList<>();
        try {
            Path own = Path.of(Counters.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (Stream<Path> folders = Files.list(own.resolveSibling("with"))) {
                for (Path folder : (Iterable<Path>) folders::iterator) {
                    ServiceLoader.load(CounterReader.class, ClassPath.loader(List.of(folder + "/*")))
                        .forEach(readers::add);
                }
            }
        } catch (IOException | URISyntaxException e) {
            // No library is installed.
            return List.of();
        }
        return readers;
    }

    static List<JobSample.Counter> of(JobFiles files) {
        List<JobSample.Counter> found = new ArrayList<>();
        if (READERS.isEmpty()) {
            return found;
        }
        try (Arena arena = Arena.ofConfined();
            HeapFile heap = new HeapFile(files, ControlFile.look(files, arena))) {
            List<SymmetricObject> objects = heap.objects();
            for (CounterReader reader : READERS) {
                SymmetricObject counters = objects.stream()
                    .filter(object -> object.name().equals(reader.object())).findFirst().orElse(null);
                for (int pe = 0; counters != null && pe < heap.nPes(); pe++) {
                    int owner = pe;
                    reader.read(heap.bytes(pe, counters.offset(), counters.bytes()),
                        (name, value) -> found.add(new JobSample.Counter(owner, name, value)));
                }
            }
        } catch (IOException e) {
            // The job ended in the meantime.
            return List.of();
        }
        return found;
    }
}
