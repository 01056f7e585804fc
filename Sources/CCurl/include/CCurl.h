#pragma once
#include <curl/curl.h>
#include <stdbool.h>

// libcurl, opened at the first call of one of these functions and not at the program's start. It brings some thirty
// libraries, which would take a quarter of the time to the dashboard's first frame, and most runs never send a request.
// Where it cannot be opened, each function returns what libcurl returns when there is no memory. The names are
// libcurl's own after `till_`. Its setters and getters take variable arguments, which Swift cannot call, so each type
// has a function of its own.

/// Opens libcurl and initializes it once for the process. Returns false where it cannot be opened.
bool till_curl_start(void);

CURL *till_curl_easy_init(void);
void till_curl_easy_cleanup(CURL *handle);
const char *till_curl_easy_strerror(CURLcode code);
/// Sets an option that takes a number or a switch.
CURLcode till_curl_set_number(CURL *handle, CURLoption option, long value);
/// Sets an option that takes a large number, such as a count of bytes.
CURLcode till_curl_set_count(CURL *handle, CURLoption option, curl_off_t value);
/// Sets an option that takes a text; libcurl copies it.
CURLcode till_curl_set_text(CURL *handle, CURLoption option, const char *value);
/// Sets an option that takes a pointer to data, which must live as long as the transfer.
CURLcode till_curl_set_data(CURL *handle, CURLoption option, void *value);
/// Sets an option that takes a list of texts, which must live as long as the transfer.
CURLcode till_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
/// Sets the function that receives a body (`CURLOPT_WRITEFUNCTION`) or a head (`CURLOPT_HEADERFUNCTION`).
CURLcode till_curl_set_sink(CURL *handle, CURLoption option, curl_write_callback sink);
/// Returns the status of the last answer; 0 without one.
long till_curl_status(CURL *handle);

CURLM *till_curl_multi_init(void);
CURLMcode till_curl_multi_cleanup(CURLM *multi);
CURLMcode till_curl_multi_add_handle(CURLM *multi, CURL *handle);
CURLMcode till_curl_multi_remove_handle(CURLM *multi, CURL *handle);
CURLMcode till_curl_multi_perform(CURLM *multi, int *running);
CURLMcode till_curl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode till_curl_multi_wakeup(CURLM *multi);
CURLMsg *till_curl_multi_info_read(CURLM *multi, int *left);
/// Returns the result in a message of kind `CURLMSG_DONE`.
static inline CURLcode till_curl_message_result(const CURLMsg *message) { return message->data.result; }

struct curl_slist *till_curl_slist_append(struct curl_slist *list, const char *text);
void till_curl_slist_free_all(struct curl_slist *list);

CURLU *till_curl_url(void);
void till_curl_url_cleanup(CURLU *url);
CURLUcode till_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
CURLUcode till_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);
void till_curl_free(void *bytes);

/// Returns an HTTP date as seconds since 1970; -1 for anything else.
time_t till_curl_getdate(const char *text);
