#pragma once
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

#include <microhttpd.h>

// libmicrohttpd, opened at the first call of one of these functions and not at the program's start. It brings GnuTLS
// and its dependencies, and only servers need them. Where it cannot be opened no server starts, and then no other
// function of it is called. The names are the library's own after `till_`. Functions with variable arguments, which
// Swift cannot call, have forms of their own.

/// Returns whether the library could be opened.
bool till_mhd_is_there(void);
/// Returns whether the opened library supports TLS.
bool till_mhd_has_tls(void);

/// The settings of a server. Every callback runs on the server's one thread, with `context` as its first argument.
struct till_mhd_settings {
  /// The address and port to listen on; port 0 takes a free one.
  const struct sockaddr *address;
  /// The most connections at the same time.
  unsigned int connection_limit;
  /// The number of seconds without a byte after which a connection is closed.
  unsigned int timeout;
  /// The most bytes that a connection may use for its request's head.
  size_t memory_limit;
  /// The certificates and their key in PEM; both NULL for a server without TLS.
  const char *certificate;
  const char *key;
  void *context;
  /// Called with the target as it was sent; its result is then the request's own pointer.
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback end;
  /// Called when a connection begins and when it ends.
  MHD_NotifyConnectionCallback connect;
};

/// Starts a server on a thread of its own, or returns NULL and leaves the reason in errno.
struct MHD_Daemon *till_mhd_start(const struct till_mhd_settings *settings);
void till_mhd_stop(struct MHD_Daemon *daemon);
/// Stops accepting connections, and returns the listening socket to the caller.
MHD_socket till_mhd_quiesce(struct MHD_Daemon *daemon);
/// Passes an accepted connection to a server, which owns it from then on, even if this returns false.
bool till_mhd_add(struct MHD_Daemon *daemon, int socket, const struct sockaddr *address, socklen_t length);
/// Returns the port that a server listens on; 0 when it is unknown.
uint16_t till_mhd_port(struct MHD_Daemon *daemon);

/// Returns the address of a connection's client, or NULL.
const struct sockaddr *till_mhd_client(struct MHD_Connection *connection);
/// Returns the socket of a connection; -1 when it is unknown.
int till_mhd_descriptor(struct MHD_Connection *connection);
/// Returns the size of a request's head in bytes, with its empty line; 0 when it is unknown.
size_t till_mhd_head_size(struct MHD_Connection *connection);
/// Returns whether the opened library accepts heads that RFC 9112 tells a server to refuse, even in its strict mode:
/// versions before 0.9.77 do. Such heads have a space before a colon, folded fields, or line ends other than CR LF. The
/// library leaves the head where it was received, and replaces line ends and colons by NUL.
bool till_mhd_is_lenient(void);
/// Writes a numeric address; returns false for an address that is neither IPv4 nor IPv6, or when there is too little
/// room.
bool till_mhd_name(const struct sockaddr *address, char *name, size_t room);
void till_mhd_suspend(struct MHD_Connection *connection);
void till_mhd_resume(struct MHD_Connection *connection);
/// Calls `each` for every field of a request's head.
void till_mhd_fields(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context);

/// Returns a response with a copy of these bytes; NULL without memory.
struct MHD_Response *till_mhd_response(size_t count, const void *bytes);
/// Returns a response that announces all of these bytes, sends only the first `sent` of them, and ends the connection;
/// NULL without memory.
struct MHD_Response *till_mhd_truncated_response(size_t count, const void *bytes, size_t sent);
/// Resets a connection, so that its client gets no answer. The caller must end the connection afterwards.
void till_mhd_reset(struct MHD_Connection *connection);
/// Returns a response whose bytes the library reads with a callback.
struct MHD_Response *till_mhd_streamed_response(size_t block, MHD_ContentReaderCallback read, void *context,
                                                MHD_ContentReaderFreeCallback release);
void till_mhd_add_field(struct MHD_Response *response, const char *name, const char *value);
enum MHD_Result till_mhd_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
void till_mhd_destroy(struct MHD_Response *response);

/// Returns whether a notification is about the start of a connection.
static inline bool till_mhd_is_start(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

/// Returns the result of a content reader at the end of a stream.
static inline ssize_t till_mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
