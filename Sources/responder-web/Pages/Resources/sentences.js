// What records mean, in sentences for people, and what to change.

/** Seconds as people read them: 350 ms, 2.4 s. */
export function duration(seconds) {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${Math.round(seconds * 10) / 10} s`;
}

/** "touch 3", "touches 3 and 4". */
export function fingers(numbers) {
  if (!numbers?.length) return "no touch";
  const ids = numbers.map((one) => one.id ?? one);
  return ids.length === 1 ? `touch ${ids[0]}` : `touches ${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}

const OUTCOMES = {
  failed: "failed", ended: "was recognized", cancelled: "was cancelled", began: "began", changed: "went on",
};

/** An explanation as a sentence, with the rule that decided. */
export function sentence(record) {
  const { recognizer, event, reason, rule } = record;
  const who = recognizer ?? record.responder ?? record.control ?? record.view ?? record.device ?? "";
  if (record.to) {
    const after = reason && reason !== "recognized" ? `: ${reason}` : "";
    return { kind: record.to, text: `${who} ${OUTCOMES[record.to] ?? record.to}${after}.`, rule };
  }
  switch (event) {
    case "waits":
      return { kind: event, text: `${who} is ready, but waits for ${record.for} to fail first.`, rule };
    case "holds": {
      const until = record.until === undefined ? "" : `, until ${record.until.toFixed(3)} s at the latest`;
      return { kind: event, text: `${who} holds back touches${capital(record.phase)} from the view${until}.`, rule };
    }
    case "releases":
      return { kind: event, text: `${who} now gets touches${capital(record.phase)}, ${duration(record.after ?? 0)} late.`, rule };
    case "refuses":
      return { kind: event, text: `${who} is not given ${fingers(record.touches)}: ${reason}.`, rule };
    case "ignores":
      return { kind: event, text: `${who} does not track ${fingers(record.touches)}: ${reason}.`, rule };
    case "asks":
      return { kind: event, text: `${who} is asked ${record.question}: ${record.answer ? "yes" : "no"}${record.other ? `, about ${record.other}` : ""}.`, rule };
    case "stuck":
      return { kind: event, text: `${who} never decided: all fingers are up, and nothing can end it.`, rule };
    case "lifts":
      return { kind: event, text: `${capital(fingers(record.touches))} lifts, which its view has lost before.`, rule };
    case "drops":
      return { kind: event, text: `A finger on ${who} is no touch: ${reason}.`, rule };
    case "misses":
      return { kind: event, text: `A finger of ${who} lies outside of every window.`, rule };
    case "cycle":
      return { kind: event, text: `${(record.recognizers ?? [who]).join(", ")} wait for each other; all fail.`, rule };
    default:
      return { kind: event ?? record.type, text: `${who} ${event ?? record.type}.`, rule };
  }
}

/** Any record in a line. */
export function line(record) {
  switch (record.type) {
    case "explain": return sentence(record).text;
    case "touches": return `${record.responder} touches${capital(record.phase)}, ${fingers(record.touches)}`;
    case "unhandled": return `No responder handles touches${capital(record.phase)} of ${record.view}`;
    case "gesture": return `${record.recognizer} action, ${record.state}`;
    case "control": return `${record.control} ${record.event}${record.value === undefined ? "" : ` ${record.value}`}`;
    case "action": return record.responder ? `${record.responder} performs ${record.action}` : `No responder performs ${record.action}`;
    case "scroll": return `${record.view} scroll ${record.phase}`;
    case "edit": return `${record.edit} ${record.view}`;
    case "device": return `device ${record.device} ${record.event}`;
    case "focus": return `focus: ${record.focused ?? "none"}${inZone(record)}`;
    case "feedback": return `${record.view} feedback ${record.feedback}`;
    case "firstResponder": return `first responder: ${record.firstResponder ?? "none"}${inZone(record)}`;
    default: return `${record.type} ${record.phase ?? record.state ?? ""}`;
  }
}

const ADVICE = {
  TAP2: "Tap without moving, or allow more movement with allowableMovement.",
  TAP3: "Put all fingers down before one lifts, or lower numberOfTouchesRequired.",
  TAP5: "Tap again sooner, or raise maximumTapInterval.",
  TAP7: "Press the buttons that buttonMaskRequired names.",
  DL1: "Nothing to change: the touches arrive as soon as the edge has decided.",
  ED1: "Begin nearer to the edge, or raise edgeRegion.",
  ED2: "Move from the edge into the screen.",
  SW3: "Move in a direction that the key direction names.",
  F11: "Remove one of the requirements.",
  P1: "Let both go on together: add simultaneousWith to one of the two.",
  P8: "Put the recognizer on another view, or use a control without this default action.",
  F2: "Nothing is wrong: it begins when the other fails. To begin at once, remove requiresFailureOf.",
  F3: "The other recognizer won. Remove requiresFailureOf, or make the two gestures differ more.",
  G7: "Change shouldBegin, or the veto of the view.",
  G2: "Lift all fingers first; an attempt that is decided takes no further touches.",
  G11: "Lift and touch again; if it happens often, send the developers a recording.",
  T4: "Set isMultipleTouchEnabled: true on the view.",
  T7: "Remove isExclusiveTouch from one of the two views.",
  T9: "Add the type to allowedTouchTypes.",
  SV4: "Set touchesShouldCancel: true on the scroll view.",
  SV7: "Set delaysContentTouches: false, or let the scroll view's content begin.",
  SV27: "A dialog came while the finger waited. Touch again when it is gone.",
  PAN4: "Move farther before you lift, or lower threshold.",
  CX2: "Something outside cancelled the touches; the log of responderd says what.",
  CX3: "Enable the recognizer again.",
  CX4: "The view was removed during the gesture.",
  H4: "Touch the recognizer's view or something in it.",
};

/** What to change so that it goes otherwise; empty when nothing is known. */
export function advice(rule, reason = "") {
  if (ADVICE[rule]) return ADVICE[rule];
  if (/^moved|^drifted/.test(reason)) return "Move less, or raise the recognizer's limit.";
  if (/^took/.test(reason)) return "Be quicker, or raise the recognizer's limit of time.";
  if (/^lifted/.test(reason)) return "Keep the fingers down until the gesture has begun.";
  if (/^excluded/.test(reason)) return ADVICE.P1;
  return "";
}

function inZone({ zone }) { return zone === undefined ? "" : ` in zone ${zone}`; }

function capital(word = "") {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
