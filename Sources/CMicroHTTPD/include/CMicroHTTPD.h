#pragma once
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

#include <microhttpd.h>

// libmicrohttpd, opened when the first of these functions is called and not with the program: it brings GnuTLS and its
// dependencies, and only `till serve` needs them. Where it cannot be opened no server starts, and then nothing else
// of it is called. The names are the library's own after `till_`; those with variable arguments, which Swift does not
// see, have a form of their own.

/// Whether the library could be opened.
bool till_mhd_is_there(void);
/// Whether the library that was opened can speak TLS.
bool till_mhd_has_tls(void);

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
  /// The certificates and their key in PEM; both NULL for a server without TLS.
  const char *certificate;
  const char *key;
  void *context;
  /// Gets the target as it was sent; its result is the request's own pointer from then on.
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback end;
  /// Is told of each connection that begins and ends.
  MHD_NotifyConnectionCallback connect;
};

/// Starts a server on a thread of its own, or returns NULL and leaves the reason in errno.
struct MHD_Daemon *till_mhd_start(const struct till_mhd_settings *settings);
void till_mhd_stop(struct MHD_Daemon *daemon);
/// Stops to take connections and gives the listening socket to the caller.
MHD_socket till_mhd_quiesce(struct MHD_Daemon *daemon);
/// Gives a server a connection that was taken elsewhere, which is the server's from then on, also where this is false.
bool till_mhd_add(struct MHD_Daemon *daemon, int socket, const struct sockaddr *address, socklen_t length);
/// The port that a server listens on; 0 when it does not say.
uint16_t till_mhd_port(struct MHD_Daemon *daemon);

/// The address of a connection's client, or NULL.
const struct sockaddr *till_mhd_client(struct MHD_Connection *connection);
/// The socket of a connection; -1 when the library does not say.
int till_mhd_descriptor(struct MHD_Connection *connection);
/// How many bytes the head of a connection's request has, its empty line included; 0 when the library does not say.
size_t till_mhd_head_size(struct MHD_Connection *connection);
/// Whether the library that was opened takes heads that a server must refuse by RFC 9112 (space before a colon, folded
/// fields, line ends that are not CR LF), even in its strict mode: before 0.9.77. It leaves such a head where it was
/// received, and puts NUL in place of line ends and colons.
bool till_mhd_is_lenient(void);
/// Writes an address in numbers; false when it is of neither internet protocol, or there is too little room.
bool till_mhd_name(const struct sockaddr *address, char *name, size_t room);
void till_mhd_suspend(struct MHD_Connection *connection);
void till_mhd_resume(struct MHD_Connection *connection);
/// Calls `each` for every field of a request's head.
void till_mhd_fields(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context);

/// An answer of bytes, which are copied; NULL without memory.
struct MHD_Response *till_mhd_response(size_t count, const void *bytes);
/// An answer that announces all of these bytes, sends only the first `sent` of them, and ends the connection; NULL
/// without memory.
struct MHD_Response *till_mhd_truncated_response(size_t count, const void *bytes, size_t sent);
/// Resets a connection, so that its client is not answered: it must be ended then.
void till_mhd_reset(struct MHD_Connection *connection);
/// An answer that asks for its bytes.
struct MHD_Response *till_mhd_streamed_response(size_t block, MHD_ContentReaderCallback read, void *context,
                                                MHD_ContentReaderFreeCallback release);
void till_mhd_add_field(struct MHD_Response *response, const char *name, const char *value);
enum MHD_Result till_mhd_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
void till_mhd_destroy(struct MHD_Response *response);

/// Whether a connection begins.
static inline bool till_mhd_is_start(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

/// The result of a content reader at the end of a stream.
static inline ssize_t till_mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
