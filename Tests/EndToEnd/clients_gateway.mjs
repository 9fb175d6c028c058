// A Responder under node, through the gateway at $RESPONDER_WEB.

import { Responder } from "../../clients/javascript/responder.js";

const address = process.env.RESPONDER_WEB;
// A browser says which page a connection is for; the gateway asks for it.
const Plain = globalThis.WebSocket;
globalThis.WebSocket = class extends Plain {
  constructor(url, protocols) { super(url, { protocols, headers: { Origin: `http://${address}` } }); }
};

export const connect = (options) => new Responder({ url: `http://${address}/socket`, ...options });
