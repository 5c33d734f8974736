// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.shmem4j.Shmem;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A Netty server of each PE answers its own client. */
public final class Sockets implements Pieces.Piece {
    private static final int SECONDS = 60;

    @Override
    public String run(Shmem shmem) throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            Channel server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public boolean isSharable() {
                        return true;
                    }

                    @Override
                    public void channelRead(ChannelHandlerContext context, Object message) {
                        context.writeAndFlush(message);
                    }
                }).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
            CompletableFuture<String> answer = new CompletableFuture<>();
            Channel client = new Bootstrap().group(group).channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Answers(answer));
                    }
                }).connect(server.localAddress()).sync().channel();
            client.writeAndFlush(Unpooled.copiedBuffer("ping", StandardCharsets.US_ASCII)).sync();
            String text = answer.get(SECONDS, TimeUnit.SECONDS);
            client.close().sync();
            server.close().sync();
            return "answer " + text;
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Keeps what comes back. */
    private static final class Answers extends ChannelInboundHandlerAdapter {
        private final CompletableFuture<String> answer;

        Answers(CompletableFuture<String> answer) {
            this.answer = answer;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            answer.complete(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
    }
}
