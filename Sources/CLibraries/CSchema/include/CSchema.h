// The schema of the protocol and the kinds of control, which programs carry in them.
#ifndef RESPONDER_CSCHEMA_H
#define RESPONDER_CSCHEMA_H

const char *cschema_text(void);
const char *cschema_controls(void);

#endif
