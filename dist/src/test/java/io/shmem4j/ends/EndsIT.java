// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ends;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Every method of an object throws after the object has been freed or closed, and after its session, and stores to no
 * memory that another object has by then. So does every method that gets such an object.
 */
@ResourceLock("jobs of this JVM")
class EndsIT {
    /** Methods that return after an end, or refuse something else first, as patterns, and why. */
    private static final String REASONS = """
        .*[.]close[(][)]: does nothing after the end
        .*[.](named|relaxed|external)[(].*: marks what is gone
        Symmetric(Longs|Records|Strings|Structs)[.](length|byteSize|elementBytes|name|layout|maxBytes)[(][)]: a constant
        SymmetricLongs2D[.](rows|columns|array|index|on)[(].*: a constant, or a handle, whose accesses throw
        Symmetric(Records|Strings|Structs)[.](bytes[(][)]|on[(].*): a handle, whose accesses throw
        Symmetric(Records|Structs)[.](bytes|shorts|ints|floats|doubles)[(]String[)]: the component is a long
        RecordField[.].*: a handle, whose accesses throw
        Signals?[.](word|words|watch|get|count)[(].*: a handle, whose accesses throw
        LongWatch[.](count|except|now|within)[(].*: a handle, whose waits throw
        LongView[.](pe|length)[(][)]: a constant
        ShmemLock[.](word|newCondition|ownerDied)[(][)]: no access
        Halo[.](up|down|left|right)[(][)]: a constant
        Team[.](isMember|myPe|nPes|translate|ptr|using)[(].*: tell that this PE is no member
        TeamContext[.]team[(][)]: a handle, whose calls throw
        Session[.](options|totalOps)[(][)]: hints
        Shmem[.]time[(][)]: the clock of the job
        with freed: Shmem[.](addrAccessible|activeSet)[(].*: false, and the numbers of no set
        (Channel|Feed)[.]longest[(][)]: a constant
        ended.*: Channel[.]allocate[(]Shmem, int[)]: the size is wrong
        ended.*: GlobalMap[.]allocate[(].*: the size is wrong
        Selector[.]add[(].*: select throws
        Reply[.].*: an answer that has come, or a future without one
        GlobalLongs[.](own|distribution|indexOfOwn|length)[(].*: a handle, whose accesses throw
        (freed|closed|next life): GlobalLongs[.]forEach[(]long, long, Action[)]: there are no elements between 1 and 1
        GlobalMap[.](entrySet|keySet|values|equals)[(].*: views, which throw
        WorkPool[.](stolen|result)[(].*: a count, and no task runs
        """;

    /** Types without an object in the table, and why. */
    private static final String TYPES = """
        Context|Symmetric|Symmetric2D|SymmetricElements: their subtypes have
        Join|Version|Distribution|Encoding|Payload: without memory
        LegacyShmem: calls of the current session
        ErrorLog|PeCounters|SymmetricObjects: in processes, because they need flags
        AgronaCounterReader|BufferMessages|Buffers|BytesViews|ObjectMessages: without memory of their own
        Job|JobObject: of other processes, VisitorCases calls them
        """;

    private static final String EXPORTED = "io/shmem4j/((data|legacy|nonblocking|channel|irregular/(batch|container"
        + "|message)|agrona|chronicle|attach)/)?[A-Z][^/]*";

    private static final Set<String> LINES = new ConcurrentSkipListSet<>();

    private static List<Pattern> patterns(String reasons) {
        return reasons.lines().map(line -> Pattern.compile(line.substring(0, line.lastIndexOf(": ")))).toList();
    }

    private static void requireNone(Stream<String> faults, boolean all) {
        List<Pattern> reasons = patterns(REASONS);
        Set<Pattern> used = new HashSet<>();
        Set<String> left = new TreeSet<>();
        faults.filter(each -> !each.startsWith(Ends.CALLED)).forEach(fault -> {
            String method = fault.substring(0, fault.indexOf(')') + 1);
            List<Pattern> matching = fault.contains(") stored") ? List.of() : reasons.stream().filter(each -> each
                .matcher(method).matches() || each.matcher(method.replaceFirst(".*: ", "")).matches()).toList();
            used.addAll(matching);
            if (matching.isEmpty()) {
                left.add(fault);
            }
        });
        assertEquals("", String.join("\n", left), "these do not refuse a call after an end");
        List<Pattern> unused = new ArrayList<>(reasons);
        unused.removeAll(used);
        assertEquals(List.of(), all ? unused : List.of(), "these reasons are of no method");
    }

    private static Stream<String> faults(Oshrun.Result run) {
        return run.expect(0).outLines().stream().filter(line -> line.matches("(freed|closed|with|ended|next).*"));
    }

    private static Oshrun.Result run(Map<String, String> environment, List<String> options, String... arguments) {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--with", "agrona,chronicle"));
        words.addAll(options);
        words.addAll(Oshrun.program(Ends.class, arguments));
        return Oshrun.run(environment, words);
    }

    @BeforeAll
    static void callAll() {
        Shmem.run(2, () -> Ends.all(Subjects.all(), LINES::add));
    }

    @Test
    void eachCallAfterAnEndIsRefused() {
        requireNone(LINES.stream(), true);
    }

    @Test
    void eachTypeHasAnObjectOrAReason() throws IOException {
        List<Pattern> reasons = new ArrayList<>(patterns(TYPES));
        List<Pattern> unused = new ArrayList<>(reasons);
        Set<String> missing = new TreeSet<>();
        for (String type : types()) {
            List<Pattern> matching = reasons.stream().filter(each -> each.matcher(type).matches()).toList();
            unused.removeAll(matching);
            if (matching.isEmpty() && !LINES.contains(Ends.CALLED + type)) {
                missing.add(type);
            }
        }
        assertEquals(Set.of(), missing, "these have neither an object nor a reason");
        assertEquals(List.of(), unused, "these reasons are of no type");
    }

    /** {@return the public classes of exported packages of all modules} */
    private static Set<String> types() throws IOException {
        Set<String> all = new TreeSet<>();
        for (String module : List.of("api", "channel", "irregular", "agrona", "chronicle", "shm")) {
            Path classes = Oshrun.sources().resolve("shmem-" + module + "/target/classes");
            try (Stream<Path> files = Files.walk(classes)) {
                files.map(file -> classes.relativize(file).toString()).filter(file -> file.endsWith(".class"))
                    .map(file -> file.substring(0, file.length() - 6)).filter(name -> name.matches(EXPORTED))
                    .map(EndsIT::type).filter(type -> Modifier.isPublic(type.getModifiers()) && !type.isInterface()
                    && !type.isEnum() && !type.isRecord() && !Throwable.class.isAssignableFrom(type))
                    .map(Ends::type).forEach(all::add);
            }
        }
        return all;
    }

    private static Class<?> type(String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, EndsIT.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Thorough
    @Test
    void soTheyAreInProcesses() {
        requireNone(faults(run(Map.of(), List.of("--pes-per-jvm", "1"), "mapped")), true);
    }

    @Thorough
    @Test
    void soTheyAreWhereCallsAreCompared() {
        requireNone(faults(run(Map.of("SHMEM_CHECK", "2"), List.of(), "mapped")), false);
    }

    @Thorough
    @Test
    void soTheyAreOnNodes() {
        SeveralMachines.assume();
        // Batches look for an array of theirs first.
        requireNone(faults(run(Map.of(), List.of("--split", "2"), "all"))
            .filter(each -> !each.contains(": the batch does not contain ")), false);
    }

    @Thorough
    @Test
    void aNewLifeFindsFreedObjectsFreed() {
        requireNone(faults(run(Map.of(), List.of("--respawn", "1"), "lives")), false);
    }
}
