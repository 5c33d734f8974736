// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;

/** A Lucene index of each PE, and the write lock of one that all want. */
public final class Searches implements Pieces.Piece {
    @Override
    public String run(Shmem shmem) throws IOException {
        Path folder = Files.createTempDirectory("lucene");
        int hits;
        try (Directory directory = FSDirectory.open(folder)) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(null))) {
                for (int i = 0; i < 60; i++) {
                    Document document = new Document();
                    document.add(new StringField("kind", i % 3 == 0 ? "a" : "b", Field.Store.YES));
                    writer.addDocument(document);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                hits = new IndexSearcher(reader).count(new TermQuery(new Term("kind", "a")));
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
        return hits + " hits, " + lock(shmem);
    }

    private static String lock(Shmem shmem) throws IOException {
        Path common = Files.createDirectories(Path.of(System.getenv("COMMON_FOLDER"), "index"));
        try (Directory directory = FSDirectory.open(common)) {
            Lock lock = shmem.myPe() == 0 ? directory.obtainLock(IndexWriter.WRITE_LOCK_NAME) : null;
            shmem.barrierAll();
            boolean refused = false;
            try {
                if (lock == null) {
                    directory.obtainLock(IndexWriter.WRITE_LOCK_NAME).close();
                }
            } catch (LockObtainFailedException e) {
                refused = true;
            }
            shmem.barrierAll();
            if (lock != null) {
                lock.close();
                return "locked by one PE";
            }
            return refused ? "locked by one PE" : "locked twice";
        }
    }
}
