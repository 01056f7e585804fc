#pragma once
#include <curl/curl.h>

// libcurl's setters and getters take variable arguments, which Swift does not see: one function for each type.

/// Sets an option that takes a number or a switch.
static inline CURLcode till_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets an option that takes a large number: a count of bytes.
static inline CURLcode till_curl_set_count(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets an option that takes a text; libcurl copies it.
static inline CURLcode till_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets an option that takes a pointer to data; it has to live as long as the transfer.
static inline CURLcode till_curl_set_data(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets an option that takes a list of texts; it has to live as long as the transfer.
static inline CURLcode till_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets the function that takes a body (`CURLOPT_WRITEFUNCTION`) or a head (`CURLOPT_HEADERFUNCTION`).
static inline CURLcode till_curl_set_sink(CURL *handle, CURLoption option, curl_write_callback sink) {
  return curl_easy_setopt(handle, option, sink);
}

/// The status of the last answer; 0 without one.
static inline long till_curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// Sets an option of a multi handle that takes a number.
static inline CURLMcode till_curl_multi_set_number(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

/// The result in a message of kind `CURLMSG_DONE`.
static inline CURLcode till_curl_message_result(const CURLMsg *message) { return message->data.result; }

/// Everything that libcurl needs once for the process.
static inline CURLcode till_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
