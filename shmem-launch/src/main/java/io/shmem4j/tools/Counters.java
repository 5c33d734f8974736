// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Reads programs' counters by the libraries of their layouts, where this copy has any. */
final class Counters {
    private static final List<CounterReader> READERS = readers();

    private Counters() {
    }

    /** Each library with a loader of its own; they stay open as long as we run. */
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
            // This copy has no such libraries.
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
            Heap heap = new Heap(new HeapFile(files, ControlFile.look(files, arena)))) {
            for (CounterReader reader : READERS) {
                heap.read(reader, found);
            }
        } catch (IOException e) {
            // The job has ended meanwhile.
            return List.of();
        }
        return found;
    }

    /** A job's heaps and the objects in them. */
    private record Heap(HeapFile file, List<SymmetricObject> objects) implements AutoCloseable {
        Heap(HeapFile file) {
            this(file, file.objects());
        }

        void read(CounterReader reader, List<JobSample.Counter> found) {
            SymmetricObject labels = find(reader.labels());
            SymmetricObject values = find(reader.values());
            for (int pe = 0; labels != null && values != null && pe < file.nPes(); pe++) {
                int owner = pe;
                reader.read(copy(labels, pe), copy(values, pe),
                    (name, value) -> found.add(new JobSample.Counter(owner, name, value)));
            }
        }

        private SymmetricObject find(String name) {
            return objects.stream().filter(object -> object.name().equals(name)).findFirst().orElse(null);
        }

        private MemorySegment copy(SymmetricObject object, int pe) {
            return file.bytes(pe, object.offset(), object.bytes());
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
