// What a test asks of a page: what the browser finds at a point, frame by frame, and when requests were sent and answered.

/** Makes `page`, whose elements a Responder binds; `selector` is what is bound. */
export function makePage(responder, selector) {
  const page = globalThis.page = { responder, errors: [], events: [], requests: [] };

  // The time of day in milliseconds. The clock of the machine is adjusted meanwhile, which performance.timeOrigin does not know.
  let origin = performance.timeOrigin;
  const now = () => origin + performance.now();
  const setOrigin = () => {
    const start = Date.now();
    while (Date.now() === start);
    origin = Date.now() - performance.now();
  };

  // When the page sent each change and had its answer (without one yet, never), and what lay then at the points that are watched.
  const request = responder.request.bind(responder);
  responder.request = (name, ...parts) => {
    if (name !== "batch") return request(name, ...parts);
    const entry = { sent: now(), answered: Number.MAX_SAFE_INTEGER, names: page.names?.() };
    page.requests = [...page.requests.slice(-200), entry];
    return request(name, ...parts).finally(() => { entry.answered = now(); });
  };
  responder.addEventListener("error", ({ detail }) => page.errors.push(`${detail.id}: ${detail.error.message}`));
  for (const name of ["touchesbegan", "touchesended", "touchescancelled", "gesture", "control"]) {
    document.addEventListener(name, ({ target, detail }) => page.events.push([name, target.id, detail.state ?? detail.event ?? ""]));
  }

  /** The bound element that the browser finds at a point, also in a shadow tree and in a frame. */
  page.at = (x, y) => {
    let element = document.elementFromPoint(x, y);
    for (let inner; (inner = element?.shadowRoot?.elementFromPoint(x, y)) && inner !== element;) element = inner;
    if (element?.contentDocument) {
      const { left, top } = element.getBoundingClientRect();
      element = element.contentDocument.elementFromPoint(x - left - element.clientLeft, y - top - element.clientTop) ?? element;
    }
    while (element && !element.matches(selector)) element = element.parentElement ?? element.getRootNode().host;
    return element?.id ?? "";
  };

  /** Notes at each frame what lies at some points, until it is asked. */
  page.watch = (points) => {
    setOrigin();
    const frames = page.frames = [];
    // Of a pixel that is cut by an edge either side may be hit.
    const around = [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]];
    page.names = () => points.map(([x, y]) => [...new Set(around.map(([right, down]) => page.at(x + right, y + down)))]);
    page.requests = [];
    let isOver = false;
    const channel = new MessageChannel();
    let start = 0;
    channel.port1.onmessage = () => {
      frames.push({ start, names: page.names() });
      if (!isOver) requestAnimationFrame(next);
    };
    const next = () => {
      start = now();
      channel.port2.postMessage(0);
    };
    requestAnimationFrame(next);
    page.watched = () => {
      isOver = true;
      return frames;
    };
  };
  return page;
}
