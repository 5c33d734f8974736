// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import accesses.Accesses;
import accesses.Row;
import io.shmem4j.explore.Explore;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Each call that loads or stores symmetric memory, beside one store or load of another PE. The explorer has all results
 * that the row says and no others, real jobs have none but those, the race detector reports the two accesses, and
 * simulated time passes.
 */
@ResourceLock("jobs of this JVM")
class AccessesIT {
    private static final int SCHEDULES = 300;
    /** Schedules of each row that the command explores. */
    private static final int SAMPLES = 12;

    private static final String EXPORTED = "io/shmem4j/((data|legacy|nonblocking|channel|irregular/(batch|container"
        + "|message)|agrona|chronicle|attach)/)?[A-Z][^/]*";

    /** Calls without a row, as patterns, and why. */
    private static final String REASONS = """
        Allocation[.](view|allocate.*): a handle
        Allocation[.]reallocate: barriers stand before and after
        (Symmetric|Shmem|Team|SymmetricStructs)[.](local|ptr|view)[(].*: memory for the program
        (Cmp|Join|Version|Session|Signals|Shmem|Team|CollectiveOptions|TeamConfig|Distribution|LastOperation)[.].*: none
        Context[.].*: orders, and makes no access itself
        Symmetric(Longs)?[.](slice|named|relaxed|external|as.*|signal|lock|watch|free|close): a handle
        Symmetric[.](length|heapOffset|byteSize|name|elementBytes): none
        LongView[.](pe|length): none
        LongWatch[.](now|peer|within|except|count): none
        ShmemLock[.](newCondition|named|word|ownerDied|close|free): none
        Signal[.](watch|external|named|word|close|free): none
        TeamReductions[.]complex.*: as those of real numbers
        TeamReductions[.].*[(]N[)]: no operand is symmetric
        TeamReductions[.].*[(]SymmetricLongs, N, N[)]: as with two objects
        (SymmetricElements|RecordField|Symmetric2D)[.].*: handles
        Symmetric(Longs2D|Records|Strings|Structs)[.](allocate.*|named|on|array|index|length|maxBytes): a handle
        SymmetricStrings[.](free|close): none
        Halo[.](up|down|left|right|free|close): none
        LegacyShmem[.](sh.*|startPes|myPe|numPes|barrier|sync): as those of Shmem and Team
        LegacyShmem[.](and|min|prod|complex.*)ToAll: as the other reductions
        NonBlocking(Reductions[.](and|min|prod)Reduce|Team[.](barrier|free|close)|[.].*): as the other collectives
        Pending[.]test: as await
        (Channel|Feed|Feed.Reader)[.](allocate|longest|landing|finish|free|close|reader|lost|skip): none, or as poll
        Feed.Reader[.]take[(]Channel.Handler[)]: as with a limit
        Claim[.].*: memory for the program
        Selector[.]add: none
        BatchedAccess[.].*|Batch[.].*: messages to the PE that has the element
        GlobalLongs[.](?!get[(]N[)]|set[(]|forEach|own).*: at once as those of a context, or as those of a batch
        Global(Map|Queue)[.](allocate|last|free|close): none
        WorkPool[.](allocate|last|free|close|stolen|result|resultCount|forEachResult|add[(]N.*): as add and run
        Messages[.](allocate|handler|answerer|open|finish|free|close|ask): as send and poll
        (Encoding|Payload|Reply)[.].*: memory of the own PE
        .*(Handler|Answerer|Landing|Action|Action.Many|Of|Program)[.].*: called by the library
        (Buffers|BytesViews|ErrorLog|PeCounters)[.].*: memory for another library, which no tool can observe
        (AgronaCounterReader|Job|JobObject)[.].*: another process
        ObjectMessages[.].*|SymmetricObjects[.](allocate|free|close): memory of the own PE, handles
        """;

    private static final Map<String, Set<Long>> RESULTS = Accesses.rows(true)
        .collect(Collectors.toMap(Row::label, Row::results, (_, _) -> {
            throw new IllegalStateException("two rows in one line");
        }, TreeMap::new));

    @TempDir
    private Path folder;

    @Test
    void eachMethodHasARowOrAReason() throws IOException {
        Set<String> called = calls();
        List<Pattern> reasons = REASONS.lines().map(line -> Pattern.compile(line.substring(0, line.indexOf(": "))))
            .collect(Collectors.toCollection(ArrayList::new));
        Set<String> missing = new TreeSet<>();
        Set<Pattern> used = new HashSet<>();
        for (String method : methods()) {
            List<Pattern> matching = reasons.stream().filter(each -> each.matcher(method).matches()
                || each.matcher(method.substring(0, method.indexOf('('))).matches()).toList();
            used.addAll(matching);
            if (matching.isEmpty() && !called.contains(method)) {
                missing.add(method);
            }
        }
        reasons.removeAll(used);
        assertEquals(Set.of(), missing, "these have neither a row nor a reason");
        assertEquals(List.of(), reasons, "these reasons are of no method");
    }

    /** {@return the public methods of exported types of all modules, those of one element type for all} */
    private static Set<String> methods() throws IOException {
        Set<String> all = new TreeSet<>();
        for (String module : List.of("api", "channel", "irregular", "agrona", "chronicle", "shm")) {
            Path classes = Oshrun.sources().resolve("shmem-" + module + "/target/classes");
            try (Stream<Path> files = Files.walk(classes)) {
                files.map(file -> classes.relativize(file).toString()).filter(file -> file.endsWith(".class"))
                    .map(file -> file.substring(0, file.length() - 6)).filter(name -> name.matches(EXPORTED))
                    .map(AccessesIT::type).filter(type -> Modifier.isPublic(type.getModifiers()) && !type.isEnum()
                    && !type.isRecord() && !type.isAnnotation()).forEach(type -> Arrays
                    .stream(type.getDeclaredMethods()).filter(each -> Modifier.isPublic(each.getModifiers())
                    && !each.isSynthetic() && !each.getName().equals("toString")).map(AccessesIT::key)
                    .forEach(all::add));
            }
        }
        return all;
    }

    /** {@return the methods of the library that rows call} */
    private static Set<String> calls() throws IOException {
        Set<String> called = new TreeSet<>();
        Path rows = Path.of(Oshrun.classPath(Row.class)).resolve("accesses");
        try (Stream<Path> files = Files.list(rows)) {
            for (Path file : files.filter(each -> each.toString().contains("Rows")).toList()) {
                ClassFile.of().parse(file).methods().forEach(method -> method.code().ifPresent(code ->
                    code.forEach(element -> {
                        if (element instanceof InvokeInstruction call && call.owner().asInternalName().startsWith("io/")
                            && !call.name().equalsString("<init>")) {
                            called.add(key(resolved(call)));
                        }
                    })));
            }
        }
        return called;
    }

    private static Method resolved(InvokeInstruction call) {
        try {
            MethodType type = MethodType.fromMethodDescriptorString(call.type().stringValue(),
                AccessesIT.class.getClassLoader());
            return type(call.owner().asInternalName()).getMethod(call.name().stringValue(), type.parameterArray());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> type(String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, AccessesIT.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String key(Method method) {
        return name(method.getDeclaringClass()) + "." + method.getName().replaceFirst("32$", "64") + Arrays
            .stream(method.getParameterTypes()).map(AccessesIT::name).collect(Collectors.joining(", ", "(", ")"));
    }

    /** {@return the name of a type, that of longs for all element types} */
    private static String name(Class<?> type) {
        Class<?> element = type.isArray() ? type.getComponentType() : type;
        String name = element.getName().substring(element.getName().lastIndexOf('.') + 1)
            .replaceFirst("^(Symmetric|Global)(Byte|Short|Int|Float|Double)s", "$1Longs")
            .replaceFirst("^(Byte|Short|Int|Float|Double)(View|Watch|Action)", "Long$2");
        return (element.isPrimitive() && element != boolean.class ? "N" : name) + (type.isArray() ? "[]" : "");
    }

    @Thorough
    @Test
    void theExplorerHasAllResultsAndNoOthers() {
        Map<String, Set<Long>> expected = new TreeMap<>();
        Map<String, Set<Long>> found = new TreeMap<>();
        Accesses.rows(false).forEach(row -> {
            expected.put(row.label(), row.results());
            found.put(row.label(), explored(row));
        });
        assertEquals(text(expected), text(found));
    }

    /** {@return the results of all schedules, or of a sample if there are many} */
    private static Set<Long> explored(Row row) {
        long[] result = new long[1];
        Set<Long> results = new TreeSet<>();
        for (String strategy : List.of("dpor", "auto")) {
            Explore explore = row.limited() ? Explore.standard().spurious() : Explore.standard();
            Explore.Tried tried = explore.strategy(strategy, 1).bounds(SCHEDULES, 3600, 20_000)
                .results(() -> Long.toString(result[0]), false).explore(2, () -> Accesses.once(row, result));
            tried.results().keySet().forEach(each -> results.add(Long.valueOf(each)));
            if (tried.complete()) {
                break;
            }
        }
        return results;
    }

    private static String text(Map<String, Set<Long>> results) {
        return results.entrySet().stream().map(each -> each.getKey() + " " + new TreeSet<>(each.getValue()))
            .collect(Collectors.joining("\n"));
    }

    private static Oshrun.Result run(int np, List<String> options, String... arguments) {
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(np), "--with", "agrona,chronicle"));
        words.addAll(options);
        words.addAll(Oshrun.program(Accesses.class, arguments));
        return Oshrun.run(words);
    }

    private static Map<String, Set<Long>> results(Oshrun.Result run) {
        return Accesses.read(run.expect(0).out().lines());
    }

    /** Compares results of jobs with what the rows allow. */
    private static void requireAllowed(Map<String, Set<Long>> found) {
        found.forEach((label, results) -> assertTrue(RESULTS.get(label).containsAll(results),
            () -> label + " has the results " + results + ", not only " + RESULTS.get(label)));
    }

    @Thorough
    @Test
    void theCommandExploresTheSameAccesses() throws IOException {
        Path file = folder.resolve("results");
        Set<String> labels = Accesses.explored().map(Row::label).collect(Collectors.toSet());
        run(2, List.of("--explore=random", "--explore-time", "3600", "--schedules",
            Integer.toString(SAMPLES * labels.size())), "explored", file.toString()).expect(0);
        Map<String, Set<Long>> found = Accesses.read(Files.readAllLines(file).stream());
        requireAllowed(found);
        assertEquals(labels, found.keySet());
        found.values().removeIf(results -> results.size() > 1);
        assertEquals(Map.of(), found, "these have one result in all schedules");
    }

    @Thorough
    @Test
    void realJobsHaveNoOtherResults() {
        Map<String, Set<Long>> found = results(run(2, List.of("--pes-per-jvm", "1"), "rounds", "20"));
        assertEquals(RESULTS.keySet(), found.keySet());
        requireAllowed(found);
    }

    @Thorough
    @Test
    void nodesHaveNoOtherResults() {
        SeveralMachines.assume();
        requireAllowed(results(run(2, List.of("--split", "2"), "rounds", "20")));
        requireAllowed(results(run(3, List.of("--split", "3"), "releases", "50")));
    }

    @Thorough
    @Test
    void theRaceDetectorReportsBothAccesses() {
        String err = run(2, List.of("--race=report", "--pes-per-jvm", "1"), "races", "1").expect(0).err();
        // A row may have several lines.
        NavigableMap<String, String> places = new TreeMap<>();
        RESULTS.keySet().forEach(label -> places.put(place(label), label));
        Set<String> silent = new TreeSet<>(places.values());
        Pattern.compile("\\w+Rows\\.java:\\d+").matcher(err).results()
            .forEach(found -> silent.remove(places.floorEntry(place(found.group())).getValue()));
        Accesses.ordered().forEach(row -> silent.remove(row.label()));
        assertEquals(Set.of(), silent);
    }

    /** {@return a line with its number in four digits} */
    private static String place(String label) {
        int colon = label.indexOf(':') + 1;
        return label.substring(0, colon) + "0".repeat(4 - label.length() + colon) + label.substring(colon);
    }

    @Test
    void simulatedTimePasses() {
        String out = run(2, List.of("--backend", "sim"), "rounds", "1").expect(0).out();
        requireAllowed(Accesses.read(out.lines().map(line -> line.replace(" free", ""))));
        Set<String> free = out.lines().filter(line -> line.contains(" free")).map(line -> line.split(" ")[0])
            .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Accesses.free().map(Row::label).collect(Collectors.toCollection(TreeSet::new)), free);
    }
}
