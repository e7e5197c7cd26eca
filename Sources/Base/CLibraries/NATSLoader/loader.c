#include <nats/nats.h>

#include "../loading.h"

// The library that belongs to the headers.
#define NATS_VERSION NUMBER(NATS_VERSION_MAJOR) "." NUMBER(NATS_VERSION_MINOR)
LOADED_LIBRARY("libnats.so." NATS_VERSION, "install NATS's client, which Debian has as libnats" NATS_VERSION)

FORWARD(const char *, natsStatus_GetText, (natsStatus status), (status))
FORWARD(const char *, nats_GetLastError, (natsStatus * status), (status))

FORWARD(natsStatus, natsOptions_Create, (natsOptions * *options), (options))
FORWARD(void, natsOptions_Destroy, (natsOptions * options), (options))
FORWARD(natsStatus, natsOptions_SetServers, (natsOptions * options, const char **servers, int count),
        (options, servers, count))
FORWARD(natsStatus, natsOptions_SetName, (natsOptions * options, const char *name), (options, name))
FORWARD(natsStatus, natsOptions_SetTimeout, (natsOptions * options, int64_t milliseconds), (options, milliseconds))
FORWARD(natsStatus, natsOptions_SetToken, (natsOptions * options, const char *token), (options, token))
FORWARD(natsStatus, natsOptions_SetSecure, (natsOptions * options, bool secure), (options, secure))
FORWARD(natsStatus, natsOptions_LoadCATrustedCertificates, (natsOptions * options, const char *path), (options, path))
FORWARD(natsStatus, natsOptions_LoadCertificatesChain, (natsOptions * options, const char *path, const char *key),
        (options, path, key))
FORWARD(natsStatus, natsOptions_SetUserCredentialsFromFiles,
        (natsOptions * options, const char *path, const char *seed), (options, path, seed))
FORWARD(natsStatus, natsOptions_SetMaxReconnect, (natsOptions * options, int count), (options, count))
FORWARD(natsStatus, natsOptions_SetReconnectWait, (natsOptions * options, int64_t milliseconds),
        (options, milliseconds))
FORWARD(natsStatus, natsOptions_SetReconnectJitter, (natsOptions * options, int64_t jitter, int64_t secure),
        (options, jitter, secure))
FORWARD(natsStatus, natsOptions_SetPingInterval, (natsOptions * options, int64_t milliseconds),
        (options, milliseconds))

FORWARD(natsStatus, natsConnection_Connect, (natsConnection * *connection, natsOptions *options),
        (connection, options))
FORWARD(natsConnStatus, natsConnection_Status, (natsConnection * connection), (connection))
FORWARD(natsStatus, natsConnection_GetConnectedUrl, (natsConnection * connection, char *buffer, size_t size),
        (connection, buffer, size))
FORWARD(natsStatus, natsConnection_GetLastError, (natsConnection * connection, const char **text),
        (connection, text))
FORWARD(natsStatus, natsConnection_FlushTimeout, (natsConnection * connection, int64_t milliseconds),
        (connection, milliseconds))
FORWARD(natsStatus, natsConnection_PublishRequest,
        (natsConnection * connection, const char *subject, const char *reply, const void *data, int count),
        (connection, subject, reply, data, count))
FORWARD(natsStatus, natsConnection_Publish,
        (natsConnection * connection, const char *subject, const void *data, int count),
        (connection, subject, data, count))
FORWARD(natsStatus, natsConnection_PublishMsg, (natsConnection * connection, natsMsg *message),
        (connection, message))
FORWARD(natsStatus, natsConnection_RequestMsg,
        (natsMsg **reply, natsConnection *connection, natsMsg *message, int64_t milliseconds),
        (reply, connection, message, milliseconds))
FORWARD(natsStatus, natsConnection_SubscribeSync,
        (natsSubscription **subscription, natsConnection *connection, const char *subject),
        (subscription, connection, subject))
FORWARD(void, natsConnection_Close, (natsConnection * connection), (connection))
FORWARD(void, natsConnection_Destroy, (natsConnection * connection), (connection))

FORWARD(natsStatus, natsSubscription_NextMsg,
        (natsMsg **message, natsSubscription *subscription, int64_t milliseconds),
        (message, subscription, milliseconds))
FORWARD(natsStatus, natsSubscription_Unsubscribe, (natsSubscription * subscription), (subscription))
FORWARD(void, natsSubscription_Destroy, (natsSubscription * subscription), (subscription))

FORWARD(natsStatus, natsMsg_Create,
        (natsMsg **message, const char *subject, const char *reply, const char *data, int count),
        (message, subject, reply, data, count))
FORWARD(const char *, natsMsg_GetSubject, (const natsMsg *message), (message))
FORWARD(const char *, natsMsg_GetReply, (const natsMsg *message), (message))
FORWARD(const char *, natsMsg_GetData, (const natsMsg *message), (message))
FORWARD(int, natsMsg_GetDataLength, (const natsMsg *message), (message))
FORWARD(natsStatus, natsMsgHeader_Set, (natsMsg *message, const char *key, const char *value),
        (message, key, value))
FORWARD(natsStatus, natsMsgHeader_Get, (natsMsg *message, const char *key, const char **value),
        (message, key, value))
FORWARD(void, natsMsg_Destroy, (natsMsg * message), (message))

FORWARD(natsStatus, natsInbox_Create, (natsInbox * *inbox), (inbox))
FORWARD(void, natsInbox_Destroy, (natsInbox * inbox), (inbox))
