// What browsers receive, and the parts of it.
#include "CPages.h"

#include <string.h>

// #embed is in no older standard, and this compiler has it in all.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Bytes beyond ASCII are no values of a char.
#define TEXT (const char *)(const unsigned char[])
#define EXPORT_CONTROLS 'e', 'x', 'p', 'o', 'r', 't', ' ', 'c', 'o', 'n', 's', 't', ' ', 'C', 'O', 'N', 'T', 'R', 'O', 'L', 'S', ' ', '=', ' '

static const struct {
  const char *name;
  const char *text;
} pages[] = {
    {"behaviour.md", TEXT{
#embed "../../../docs/behaviour.md" suffix(, 0)
    }},
    {"binding.js", TEXT{
#embed "../../../clients/javascript/binding.js" suffix(, 0)
    }},
    {"changes.js", TEXT{
#embed "../../responder-web/Pages/Resources/changes.js" suffix(, 0)
    }},
    {"channel.js", TEXT{
#embed "../../../clients/javascript/channel.js" suffix(, 0)
    }},
    {"clock.js", TEXT{
#embed "../../responder-web/Pages/Resources/clock.js" suffix(, 0)
    }},
    {"concepts.md", TEXT{
#embed "../../../docs/concepts.md" suffix(, 0)
    }},
    {"contacts.js", TEXT{
#embed "../../responder-web/Pages/Resources/contacts.js" suffix(, 0)
    }},
    {"controls.js", TEXT{
// The kinds of control as a module: export const CONTROLS = {…};
#embed "../../../schema/controls.json" prefix(EXPORT_CONTROLS, ) suffix(, ';', 0)
    }},
    {"design.js", TEXT{
#embed "../../responder-web/Pages/Resources/design.js" suffix(, 0)
    }},
    {"details.js", TEXT{
#embed "../../responder-web/Pages/Resources/details.js" suffix(, 0)
    }},
    {"devices.js", TEXT{
#embed "../../responder-web/Pages/Resources/devices.js" suffix(, 0)
    }},
    {"dom.js", TEXT{
#embed "../../responder-web/Pages/Resources/dom.js" suffix(, 0)
    }},
    {"drawing.js", TEXT{
#embed "../../responder-web/Pages/Resources/drawing.js" suffix(, 0)
    }},
    {"edit.js", TEXT{
#embed "../../responder-web/Pages/Resources/edit.js" suffix(, 0)
    }},
    {"editing.js", TEXT{
#embed "../../responder-web/Pages/Resources/editing.js" suffix(, 0)
    }},
    {"forms.js", TEXT{
#embed "../../../clients/javascript/forms.js" suffix(, 0)
    }},
    {"geometry.js", TEXT{
#embed "../../responder-web/Pages/Resources/geometry.js" suffix(, 0)
    }},
    {"handles.js", TEXT{
#embed "../../responder-web/Pages/Resources/handles.js" suffix(, 0)
    }},
    {"index.html", TEXT{
#embed "../../responder-web/Pages/Resources/index.html" suffix(, 0)
    }},
    {"inspector.css", TEXT{
#embed "../../responder-web/Pages/Resources/inspector.css" suffix(, 0)
    }},
    {"inspector.js", TEXT{
#embed "../../responder-web/Pages/Resources/inspector.js" suffix(, 0)
    }},
    {"kiosk.css", TEXT{
#embed "../../../config/examples/web/kiosk.css" suffix(, 0)
    }},
    {"kiosk.html", TEXT{
#embed "../../../config/examples/web/kiosk.html" suffix(, 0)
    }},
    {"kiosk.js", TEXT{
#embed "../../../config/examples/web/kiosk.js" suffix(, 0)
    }},
    {"links.js", TEXT{
#embed "../../responder-web/Pages/Resources/links.js" suffix(, 0)
    }},
    {"live.js", TEXT{
#embed "../../responder-web/Pages/Resources/live.js" suffix(, 0)
    }},
    {"matrix.js", TEXT{
#embed "../../../clients/javascript/matrix.js" suffix(, 0)
    }},
    {"model.js", TEXT{
#embed "../../responder-web/Pages/Resources/model.js" suffix(, 0)
    }},
    {"nodes.js", TEXT{
#embed "../../../clients/javascript/nodes.js" suffix(, 0)
    }},
    {"outline.js", TEXT{
#embed "../../responder-web/Pages/Resources/outline.js" suffix(, 0)
    }},
    {"page.js", TEXT{
#embed "../../../clients/javascript/page.js" suffix(, 0)
    }},
    {"picture.js", TEXT{
#embed "../../../clients/javascript/picture.js" suffix(, 0)
    }},
    {"piece.js", TEXT{
#embed "../../../clients/javascript/piece.js" suffix(, 0)
    }},
    {"pointers.js", TEXT{
#embed "../../../clients/javascript/pointers.js" suffix(, 0)
    }},
    {"properties.js", TEXT{
#embed "../../responder-web/Pages/Resources/properties.js" suffix(, 0)
    }},
    {"puts.js", TEXT{
#embed "../../../clients/javascript/puts.js" suffix(, 0)
    }},
    {"report.html", TEXT{
#embed "../../responder-web/Pages/Resources/report.html" suffix(, 0)
    }},
    {"report.js", TEXT{
#embed "../../responder-web/Pages/Resources/report.js" suffix(, 0)
    }},
    {"responder.js", TEXT{
#embed "../../../clients/javascript/responder.js" suffix(, 0)
    }},
    {"rules.js", TEXT{
#embed "../../responder-web/Pages/Resources/rules.js" suffix(, 0)
    }},
    {"scene.js", TEXT{
#embed "../../../clients/javascript/scene.js" suffix(, 0)
    }},
    {"screen.js", TEXT{
#embed "../../responder-web/Pages/Resources/screen.js" suffix(, 0)
    }},
    {"sentences.js", TEXT{
#embed "../../responder-web/Pages/Resources/sentences.js" suffix(, 0)
    }},
    {"state.js", TEXT{
#embed "../../responder-web/Pages/Resources/state.js" suffix(, 0)
    }},
    {"strokes.js", TEXT{
#embed "../../responder-web/Pages/Resources/strokes.js" suffix(, 0)
    }},
    {"targets.js", TEXT{
#embed "../../responder-web/Pages/Resources/targets.js" suffix(, 0)
    }},
    {"tabs.js", TEXT{
#embed "../../responder-web/Pages/Resources/tabs.js" suffix(, 0)
    }},
    {"time.js", TEXT{
#embed "../../responder-web/Pages/Resources/time.js" suffix(, 0)
    }},
    {"token.js", TEXT{
#embed "../../responder-web/Pages/Resources/token.js" suffix(, 0)
    }},
    {"transport.html", TEXT{
#embed "../../responder-web/Pages/Resources/transport.html" suffix(, 0)
    }},
    {"views.html", TEXT{
#embed "../../responder-web/Pages/Resources/views.html" suffix(, 0)
    }},
    {"watch.js", TEXT{
#embed "../../../clients/javascript/watch.js" suffix(, 0)
    }},
    {"trying.js", TEXT{
#embed "../../responder-web/Pages/Resources/trying.js" suffix(, 0)
    }},
    {"why.js", TEXT{
#embed "../../responder-web/Pages/Resources/why.js" suffix(, 0)
    }},
    {"yaml.js", TEXT{
#embed "../../responder-web/Pages/Resources/yaml.js" suffix(, 0)
    }},
};

const char *cpages_text(const char *name) {
  for (size_t at = 0; at < sizeof pages / sizeof *pages; at++)
    if (strcmp(pages[at].name, name) == 0) return pages[at].text;
  return NULL;
}
