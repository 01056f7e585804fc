#pragma once
#include <netinet/in.h>
#include <sys/socket.h>

#include <microhttpd.h>

// What Swift cannot see of libmicrohttpd: a server is started by a function with variable arguments.

/// How a server is started; every callback runs on the server's one thread, with `context` as its first argument.
struct till_mhd_settings {
  /// Where it listens, with the port in it; 0 takes a free one.
  const struct sockaddr *address;
  /// How many connections there may be at once.
  unsigned int connection_limit;
  /// After how many seconds without a byte a connection is closed.
  unsigned int timeout;
  /// How many bytes a connection may use for its request's head.
  size_t memory_limit;
  void *context;
  /// Is given the target as it was sent; what it returns is the request's own pointer from then on.
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback end;
};

/// Starts a server on a thread of its own, or returns NULL and leaves the reason in errno.
static inline struct MHD_Daemon *till_mhd_start(const struct till_mhd_settings *settings) {
#ifdef __linux__
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD;
#else
  unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD;
#endif
  flags |= MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME;
  if (settings->address->sa_family == AF_INET6) flags |= MHD_USE_IPv6;
  return MHD_start_daemon(flags, 0, NULL, NULL, settings->handle, settings->context,
                          MHD_OPTION_SOCK_ADDR, settings->address,
                          MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
                          MHD_OPTION_CONNECTION_TIMEOUT, settings->timeout,
                          MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory_limit,
                          MHD_OPTION_STRICT_FOR_CLIENT, 1,
                          MHD_OPTION_URI_LOG_CALLBACK, settings->begin, settings->context,
                          MHD_OPTION_NOTIFY_COMPLETED, settings->end, settings->context,
                          MHD_OPTION_END);
}

/// The port that a server listens on; 0 when it does not say.
static inline uint16_t till_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

/// The address of a connection's client, or NULL.
static inline const struct sockaddr *till_mhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

/// What a content reader returns at the end of a stream.
static inline ssize_t till_mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
