// schema/responderd-protocol.schema.json and schema/controls.json.
#include "CSchema.h"

// #embed is in no older standard, and this compiler has it in all.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char schema[] = {
#embed "../../../schema/responderd-protocol.schema.json" suffix(, 0)
};

static const char controls[] = {
#embed "../../../schema/controls.json" suffix(, 0)
};

const char *cschema_text(void) { return schema; }

const char *cschema_controls(void) { return controls; }
