// schema/responderd-protocol.schema.json.
#include "CSchema.h"

// #embed is in no older standard, and this compiler has it in all.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char schema[] = {
#embed "../../../schema/responderd-protocol.schema.json" suffix(, 0)
};

const char *cschema_text(void) { return schema; }
