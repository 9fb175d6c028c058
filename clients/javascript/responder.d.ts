// The types of responder.js.

/** A record, a snapshot, or one of the other lines of the protocol; see responderd-protocol(7). */
export interface ResponderRecord {
  type: string;
  seq: number;
  /** Seconds of the kernel's monotonic clock; missing in a snapshot and in made-up records. */
  t?: number;
  frame?: number;
  phase?: string;
  state?: string;
  responder?: string;
  view?: string;
  window?: string;
  recognizer?: string;
  kind?: string;
  control?: string;
  event?: string;
  x?: number;
  y?: number;
  windowX?: number;
  windowY?: number;
  translation?: [number, number];
  velocity?: [number, number];
  scale?: number;
  rotation?: number;
  value?: number;
  /** Of touches records all members, of others the numbers only. */
  touches?: (ResponderTouch | number)[];
  /** Of a cancelled touch: it is cancelled for this responder alone. */
  goesOn?: true;
  observed?: true;
  coalesced?: number;
  /** The client made it up, as its end was lost with a connection. */
  madeUp?: true;
  [member: string]: unknown;
}

export interface ResponderTouch {
  id: number;
  x?: number;
  y?: number;
  windowX?: number;
  windowY?: number;
  tapCount?: number;
  device?: string;
  [member: string]: unknown;
}

/** Points, or a length such as "50%" or "4mm". */
export type Length = number | string;

/** A view as the daemon shows it, in the words of the configuration; members with their usual value are missing. */
export interface ViewNode {
  id: string;
  /** As it is wanted: numbers, or lengths such as "50%", or "fill". */
  frame?: [Length, Length, Length, Length] | "fill";
  /** Where it lies in points, if its frame does not say it, or a transform or zoom takes it from there. */
  at?: [number, number, number, number];
  subviews?: ViewNode[];
  gestureRecognizers?: ({ id: string } & { [kind: string]: unknown })[];
  handles?: string[];
  [member: string]: unknown;
}

/** The members of a `subscribe` request that choose records. */
export interface Filter {
  types?: string[];
  phases?: string[];
  views?: string[];
  recognizers?: string[];
  devices?: string[];
  explain?: boolean;
  raw?: boolean;
  observed?: boolean;
  detail?: boolean;
  coalescedTouches?: boolean;
  rate?: number;
  window?: string;
}

export interface ResponderOptions {
  /** The address of responder-web's `/socket`; by default that of the server of the page. */
  url?: string;
  /** The token, where responder-web asks for one. */
  token?: string;
  /** The name by which views call this page their actor. */
  name?: string;
  /** The view with `mountPoint` that bound elements are put into. */
  mount?: string;
  /** The screen that shows the page; by default the first. */
  screen?: string;
  /** Whether `record` events also say why recognizers did or did not. */
  explain?: boolean;
  /** Points in a CSS pixel, and where the page's corner lies on the screen in points. */
  placement?(screen: { id?: string; width: number; height: number }): { scale: number; x: number; y: number };
}

export interface BindOptions {
  /** The view's id; by default the element's. */
  id?: string;
  /** A kind of view of the configuration, such as `button` or `slider`; by default `view`. */
  kind?: string;
  /** Whether a tap on it, or its primary action, gives the element the focus and clicks it; without a kind it is a `button`. */
  click?: boolean;
  /** Whether its touches are also pointer events; for the kinds `view` and `scrollView`. */
  pointerEvents?: boolean;
  handles?: string[];
  gestureRecognizers?: ({ id: string } & { [kind: string]: unknown })[];
  /** Any other key of the configuration for this kind of view. */
  [property: string]: unknown;
}

export interface Binding {
  readonly element: Element;
  readonly id: string;
  /** Settled when the view is in the tree, and rejected when it was refused. Without a place, as with a wrong `mount`, the view waits. */
  readonly ready: Promise<void>;
  /** Takes the view away. */
  remove(): void;
}

/** What the events `touchesbegan` … `touchescancelled`, `gesture` and `control` carry. */
export interface ResponderDetail extends ResponderRecord {
  /** The record as it came; the detail's own positions are CSS pixels of the element. */
  record: ResponderRecord;
}

/** What the event `scrollview` carries: where the content of a scroll view is, in CSS pixels. */
export interface ScrollDetail {
  phase: "began" | "changed" | "zooming" | "decelerating" | "ended" | "settled";
  offset: [number, number];
  zoom: number;
}

export class ResponderError extends Error {
  readonly code: string;
  readonly path?: string;
}

export class Picture {
  constructor(instance?: string);
  instance: string;
  seq: number;
  screens: { id: string; width: number; height: number; pointsPerMillimeter?: number }[];
  devices: { name: string; kind: string; screen?: string; zone?: string }[];
  windows: ViewNode[];
  touches: Map<number, ResponderTouch & { view: string; window: string; responders: string[] }>;
  gestures: Map<string, string>;
  firstResponder?: string;
  focused?: string;
  zones: Map<string, { firstResponder?: string; focused?: string }>;
  idleSince?: number;
  replace(snapshot: ResponderRecord, older?: Picture): void;
  append(record: ResponderRecord): boolean;
  view(id: string): ViewNode | undefined;
  path(id: string): ViewNode[];
  origin(id: string): { x: number; y: number } | undefined;
  endings(kept?: Picture): ResponderRecord[];
}

export type State = "connecting" | "open" | "waiting" | "closed";

/** The daemon is there again, and has what the page has put. */
export interface Connected {
  /** Whether it is another run of the daemon. */
  isNew: boolean;
  /** The ids that have no place yet. */
  waits: string[];
  /** The puts that were refused, and why. */
  refused: Record<string, string>;
}

/** The members of a `put` request: one thing, described as in the configuration, and its place. */
export interface Put {
  in?: string;
  presentedBy?: string;
  pushedOn?: string;
  above?: string;
  below?: string;
  lasting?: boolean;
  view?: object;
  viewController?: object;
  /** A window, or beside `in` the name of a private window in which it lies. */
  window?: object | string;
  gestureRecognizer?: object;
}

/** What a put, remove, set or batch is answered with. */
export interface Answer {
  seq: number;
  waits?: string[];
  unknown?: string[];
}

/** What the events of a Responder carry. */
export interface ResponderEventMap {
  connect: CustomEvent<Connected>;
  state: CustomEvent<{ state: State; reason?: string }>;
  record: CustomEvent<ResponderRecord>;
  error: CustomEvent<{ id: string; error: ResponderError }>;
}

export class Responder extends EventTarget {
  constructor(options?: ResponderOptions);
  readonly state: State;
  readonly hello?: { instance: string; version: string; protocol: string; rights: string[]; [member: string]: unknown };
  readonly picture: Picture;
  readonly pictures: Map<string, Picture>;
  request(name: string, argument?: object): Promise<any>;
  put(members: Put): Promise<Answer>;
  remove(members: { view?: string; viewController?: string; recognizer?: string }): Promise<Answer>;
  set(members: { [member: string]: unknown }): Promise<Answer>;
  batch(acts: { put?: Put; remove?: object; set?: object }[]): Promise<Answer>;
  records(filter?: Filter): AsyncGenerator<ResponderRecord, void, void>;
  history(filter?: Filter): Promise<ResponderRecord[]>;
  bind(element: Element, options?: BindOptions): Binding;
  unbind(element: Element): void;
  layout(): void;
  close(): void;
  addEventListener<Name extends keyof ResponderEventMap>(
    type: Name, listener: (event: ResponderEventMap[Name]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface ElementEventMap {
    touchesbegan: CustomEvent<ResponderDetail>;
    touchesmoved: CustomEvent<ResponderDetail>;
    touchesended: CustomEvent<ResponderDetail>;
    touchescancelled: CustomEvent<ResponderDetail>;
    gesture: CustomEvent<ResponderDetail>;
    control: CustomEvent<ResponderDetail>;
    scrollview: CustomEvent<ScrollDetail>;
  }
}
