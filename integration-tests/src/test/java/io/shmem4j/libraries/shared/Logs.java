// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import io.shmem4j.Shmem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.apache.logging.log4j.core.appender.ConsoleAppender.Target;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.slf4j.LoggerFactory;

/** logback to standard output and to a file of all PEs, log4j2 to standard output, the JDK's loggers to a handler. */
public final class Logs implements Pieces.Piece {
    private static final int LINES = 50;

    @Override
    public String run(Shmem shmem) throws IOException {
        return logback(shmem) + " lines of logback, " + julRecords(shmem) + " records of the JDK" + log4j(shmem);
    }

    private static int logback(Shmem shmem) throws IOException {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Path file = Path.of(System.getenv("COMMON_FOLDER"), "prudent.log");
        FileAppender<ILoggingEvent> prudent = new FileAppender<>();
        prudent.setPrudent(true);
        prudent.setFile(file.toString());
        start(context, prudent);
        start(context, new ConsoleAppender<>());
        context.getLogger("program").info("logback on PE {}", shmem.myPe());
        for (int i = 1; i < LINES; i++) {
            // Goes to the file only.
            context.getLogger("file").info("line {} of PE {}", i, shmem.myPe());
        }
        shmem.barrierAll();
        prudent.stop();
        return Files.readAllLines(file).size();
    }

    private static void start(LoggerContext context, OutputStreamAppender<ILoggingEvent> appender) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
        for (String name : appender instanceof FileAppender ? List.of("program", "file") : List.of("program")) {
            Logger logger = context.getLogger(name);
            logger.setLevel(ch.qos.logback.classic.Level.INFO);
            logger.setAdditive(false);
            logger.addAppender(appender);
        }
    }

    private static int julRecords(Shmem shmem) {
        java.util.logging.Logger logger = java.util.logging.Logger.getLogger("io.shmem4j.libraries");
        int[] count = new int[1];
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord event) {
                count[0]++;
            }

            @Override
            public void flush() {
                // Nothing is kept.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        shmem.barrierAll();
        for (int i = 0; i < LINES; i++) {
            logger.log(Level.INFO, "record {0}", i);
        }
        shmem.barrierAll();
        logger.removeHandler(handler);
        return count[0];
    }

    private static String log4j(Shmem shmem) {
        ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.add(builder.newAppender("out", "Console").addAttribute("target", Target.SYSTEM_OUT)
            .add(builder.newLayout("PatternLayout").addAttribute("pattern", "%msg%n")));
        builder.add(builder.newRootLogger(org.apache.logging.log4j.Level.INFO).add(builder.newAppenderRef("out")));
        try (var context = Configurator.initialize(builder.build())) {
            context.getLogger("program").info("log4j on PE {}", shmem.myPe());
        }
        return "";
    }
}
