// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Hash;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Agents;
import io.shmem4j.launch.program.JarContents;
import io.shmem4j.launch.program.SourceCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;

/**
 * The start-up cache of one program: the library's, with those classes of the program's jars that an earlier run has
 * loaded. No code of the program runs while the cache is made.
 *
 * <p>A JVM may use a cache only where the class path begins with the cache's, and takes classes of folders from the
 * folders. So the jars stand before the folders, which makes no difference where no file lies in both; else there is
 * no cache. The name covers the library and its JDK, the main class, and the jars with their times and contents: their
 * directories have a checksum of each file. Nothing else keeps old classes out: JDK 25 starts from a cache whatever
 * jars there are. Flags that change the JVM's modules need a cache made with the same ones, so the name covers them.
 */
public final class ProgramCache {
    /** More bytes than that are not kept of one program. */
    public static final long MOST_OF_ONE = 40 << 20;
    /** More bytes than that are not kept of all programs of a user: the caches that were used longest ago go. */
    private static final long MOST_OF_ALL = 500 << 20;
    /** Counted for a file, so that marks don't become many. */
    private static final long LEAST_OF_ONE = 1 << 20;
    static final String FOLDER = "programs";
    private static final String CACHE = ".aot";
    private static final String NAMES = ".names-";
    private static final String FAILED = ".failed";
    private static final String LARGE = ".large";
    private static final List<String> LASTING = List.of(CACHE, LARGE, FAILED);
    private static final String FLAG = "--";

    private final AotCache library;
    /** Folder for new ones, or null. */
    private final Path folder;
    private final String main;
    private final List<String> flags;
    private final Hash hash;
    private final Set<String> names = new HashSet<>();
    private final JarContents contents;
    private final List<String> jars = new ArrayList<>();
    private String key;

    private ProgramCache(AotCache library, String main, List<String> flags) {
        this.library = library;
        this.folder = library.folder() == null ? null : library.folder().resolve(FOLDER);
        this.main = main;
        this.flags = flags;
        this.hash = new Hash().add(library.key()).add(0).add(main);
        flags.forEach(flag -> hash.add(flag).add(0));
        this.contents = new JarContents(hash, names);
    }

    /** {@return the cache of a job's program, which may be there or not; null where it can have none} */
    public static ProgramCache of(JobPlan plan, AotCache library) {
        App app = plan.apps().getFirst();
        if (plan.apps().size() > 1 || plan.agent() != null || plan.backend().isOneJvm() || library.folders().isEmpty()
            || library.collector() != null || !canHaveOne(app) || plan.shape().shares()) {
            return null;
        }
        List<String> flags = JvmFlags.ofModules(app);
        if (flags.isEmpty() && app.program().bundled()) {
            return null;
        }
        ProgramCache cache = new ProgramCache(library, app.program().mainClass(), flags);
        try {
            if (app.program().compiled() != null) {
                for (String name : app.program().compiled().files().keySet()) {
                    cache.names.add(name.replace('.', '/') + ".class");
                }
            }
            for (String entry : app.program().classPath()) {
                for (Path file : ClassPath.files(entry)) {
                    if (Files.isDirectory(file)) {
                        walk(file.toFile(), "", cache.names, 0);
                    } else if (Files.isRegularFile(file)) {
                        cache.add(file);
                    }
                }
            }
            cache.contents.save();
            cache.key = cache.hash.toString();
            return cache.jars.isEmpty() && flags.isEmpty() ? null : cache;
        } catch (IOException | RuntimeException e) {
            // A file that is no jar, which the JVM passes over, or one for which the order of the class path matters.
            return null;
        }
    }

    /** {@return the cache that a trainer makes, by the words of its command} */
    public static ProgramCache of(AotCache library, List<String> words) {
        List<String> rest = words.subList(2, words.size());
        ProgramCache cache = new ProgramCache(library, words.get(1),
            rest.stream().filter(word -> word.startsWith(FLAG)).toList());
        cache.key = words.getFirst();
        rest.stream().filter(word -> !word.startsWith(FLAG)).forEach(cache.jars::add);
        return cache;
    }

    /** Adds a jar of the class path, also one that a manifest has named before: its place counts. */
    private void add(Path jar) throws IOException {
        hash.add(jar.toString()).add(0);
        contents.add(jar);
        jars.add(jar.toString());
    }

    /** {@return whether library and jars are those that the key stands for} A jar may change while a job runs. */
    public boolean stillFits() {
        ProgramCache now = new ProgramCache(library, main, flags);
        try {
            for (String jar : jars) {
                now.add(Path.of(jar));
            }
            return library.stillFits() && key.equals(now.hash.toString());
        } catch (IOException | RuntimeException e) {
            // A file that is no jar any more.
            return false;
        }
    }

    private static boolean canHaveOne(App app) {
        return !Boolean.getBoolean(AotCache.TRAINING) && !app.program().isModule() && !WarmStart.isOff(app)
            && Agents.of(app) == null && !JvmFlags.voidCache(JvmFlags.butOfModules(app.jvmFlags()), null)
            && !UserFlags.with(app.jvmFlags()).hasLongReferences();
    }

    /** Adds the names of a folder's files, and returns how many files and folders there are. */
    private static int walk(File folder, String prefix, Set<String> names, int before) throws IOException {
        File[] files = folder.listFiles();
        int count = before;
        for (File file : files == null ? new File[0] : files) {
            if (++count > Place.MOST_FILES) {
                throw new IOException("too many files");
            }
            String name = prefix + file.getName();
            if (file.isDirectory()) {
                count = walk(file, name + "/", names, count);
            } else if (!name.equals(JarFile.MANIFEST_NAME)) {
                names.add(name);
            }
        }
        return count;
    }

    public List<String> words() {
        List<String> words = new ArrayList<>(List.of(key, main));
        words.addAll(flags);
        words.addAll(jars);
        return words;
    }

    /** {@return flags that the cache is made with; the library's cache holds for none of them} */
    public List<String> flags() {
        return flags;
    }

    /** {@return the jars that the class path begins with, behind the library's} */
    public List<String> jars() {
        return jars;
    }

    /** {@return the jars, there or not, that manifests of those name} */
    List<String> named() {
        return contents.files().stream().map(Path::toString).filter(file -> !jars.contains(file)).sorted().toList();
    }

    /** {@return the file of an ending, also in an installation that can't be written; or the place for a new one} */
    private Path find(String ending) {
        List<Path> files = library.folders().stream().map(place -> place.resolve(FOLDER).resolve(key + ending))
            .toList();
        return files.stream().filter(Files::exists).findFirst().orElse(files.getFirst());
    }

    public Path file() {
        return find(CACHE);
    }

    /** {@return the place for a new one} */
    public Path forNew() {
        return folder.resolve(key + CACHE);
    }

    /** {@return the mark that a failed attempt leaves, also beside a smaller cache} */
    public Path failure() {
        return folder.resolve(key + FAILED);
    }

    /** {@return the mark of a cache that was too large: the next one would be, too} */
    public Path large() {
        return find(LARGE);
    }

    /** {@return whether PEs can start from it} The run that lists classes for a better one does not. */
    boolean isReady() {
        File file = file().toFile();
        boolean ready = file.isFile() && (!isWanted() || !namesFiles().isEmpty());
        if (ready) {
            // One that is in use is not among the oldest.
            file.setLastModified(System.currentTimeMillis());
        }
        return ready;
    }

    /** {@return whether a run is to tell of the classes that it loads} */
    boolean isWanted() {
        long failed = folder == null ? 0 : failure().toFile().lastModified();
        return folder != null && (failed > 0 || !Files.exists(file())) && !Files.exists(large())
            && (AotCache.isWanted() || AotCache.isOld(failed));
    }

    /** Lets the next attempt begin at once, whenever the last one has failed. */
    public void retry() {
        if (folder != null) {
            failure().toFile().setLastModified(1);
        }
    }

    /** {@return whether to make it now: a run has listed its classes} */
    public boolean isDue() {
        return isWanted() && !namesFiles().isEmpty();
    }

    /** {@return the file for names of the classes that one PE has loaded} */
    Path names(int pe) throws IOException {
        return Files.createDirectories(folder).resolve(key + NAMES + pe);
    }

    private List<File> namesFiles() {
        File[] files = folder.toFile().listFiles((place, name) -> name.startsWith(key + NAMES)
            && name.indexOf('.', key.length() + NAMES.length()) < 0);
        return files == null ? List.of() : List.of(files);
    }

    /** {@return names of classes that runs have loaded} */
    public Set<String> classes() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (File file : namesFiles()) {
            classes.addAll(Files.readAllLines(file.toPath()));
        }
        return classes;
    }

    /** Removes the names, leftovers, and caches beyond the limit. */
    public void tidy() {
        namesFiles().forEach(File::delete);
        File[] files = folder.toFile().listFiles();
        Arrays.sort(files, Comparator.comparingLong(File::lastModified).reversed());
        long bytes = 0;
        for (File file : files) {
            bytes += Math.max(file.length(), LEAST_OF_ONE);
            String name = file.getName();
            // Others may be writing. A mark that is old says something only of the cache beside it.
            boolean left = (LASTING.stream().noneMatch(name::endsWith) || name.endsWith(FAILED)
                && !new File(folder.toFile(), name.replace(FAILED, CACHE)).exists())
                && AotCache.isOld(file.lastModified());
            if (left || bytes > MOST_OF_ALL && !name.endsWith(FAILED)) {
                file.delete();
            }
        }
    }

    /** Removes what earlier jobs have left in some folders; {@return how many caches of programs} */
    public static int clean(List<Path> folders) {
        int removed = 0;
        for (Path folder : folders) {
            AotCache.removeLeftovers(folder);
            for (String kept : List.of(FOLDER, WarmStart.FOLDER, SourceCompiler.FOLDER)) {
                File[] files = folder.resolve(kept).toFile().listFiles();
                for (File file : files == null ? new File[0] : files) {
                    removed += file.delete() && file.getName().endsWith(CACHE) ? 1 : 0;
                }
            }
        }
        return removed;
    }
}
