// The schema of the protocol, which programs carry in them.
#ifndef RESPONDER_CSCHEMA_H
#define RESPONDER_CSCHEMA_H

const char *cschema_text(void);

#endif
