// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;

/** A provider of file systems that a service file names: paths of the scheme {@code apart} are those of the machine. */
public final class OwnFileSystems extends FileSystemProvider {
    static int made;

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException("only addresses");
    }

    private static void count() {
        made++;
    }

    @Override
    public String getScheme() {
        return "apart";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        count();
        return FileSystems.getDefault();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return FileSystems.getDefault();
    }

    @Override
    public Path getPath(URI uri) {
        return Path.of(uri.getPath());
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options,
        FileAttribute<?>... attributes) {
        throw none();
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter) {
        throw none();
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) {
        throw none();
    }

    @Override
    public void delete(Path path) {
        throw none();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw none();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) {
        throw none();
    }

    @Override
    public boolean isSameFile(Path path, Path other) {
        return path.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw none();
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) {
        throw none();
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options) {
        throw none();
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw none();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw none();
    }
}
