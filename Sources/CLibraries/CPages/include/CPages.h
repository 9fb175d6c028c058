// Files for browsers that programs carry in them; arrays of bytes in Swift, they would take the
// compiler a minute.
#ifndef RESPONDER_CPAGES_H
#define RESPONDER_CPAGES_H

// The text of the file of this name; NULL when there is none.
const char *cpages_text(const char *name);

#endif
