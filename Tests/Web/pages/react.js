// React as a module, from the files of Debian that the page loads before.

export const { useEffect, useRef } = globalThis.React;
