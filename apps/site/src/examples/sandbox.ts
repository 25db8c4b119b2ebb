import { type ExampleMessage } from './messages.ts';

/**
 * The script of the frame. It makes a worker of the texts that it is given. The worker has the frame's policy, and its
 * origin, which is that of no site.
 */
export const FRAME_SCRIPT = `addEventListener('message', ({ data, ports: [port] }) => {
  const worker = new Worker(URL.createObjectURL(new Blob(data, { type: 'text/javascript' })));
  worker.onmessage = ({ data }) => port.postMessage(data);
  worker.onerror = ({ message }) => port.postMessage({ kind: 'error', text: message });
}, { once: true });
parent.postMessage('ready', '*');`;

/** An example may compute, and nothing else: no request, no storage, no document. */
const frameDocument = (scriptHash: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${scriptHash}' blob:; worker-src blob:"><script>${FRAME_SCRIPT}</script>`;

export interface SandboxRun {
  /** Ends the example, whatever it does at the moment. */
  readonly stop: () => void;
}

/** Runs scripts in a worker within a sandboxed frame; `report` receives what they say. */
export function runInSandbox(scripts: readonly string[], report: (message: ExampleMessage) => void): SandboxRun {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'Runs the example';
  frame.hidden = true;
  frame.srcdoc = frameDocument(__FRAME_SCRIPT_HASH__);
  const { port1, port2 } = new MessageChannel();
  const stop = () => {
    removeEventListener('message', start);
    port1.close();
    frame.remove();
  };
  const start = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || data !== 'ready') return;
    frame.contentWindow?.postMessage(scripts, '*', [port2]);
  };
  addEventListener('message', start);
  port1.addEventListener('message', ({ data }: MessageEvent<ExampleMessage>) => {
    report(data);
    if (data.kind === 'done' || data.kind === 'error') stop();
  });
  port1.start();
  document.body.append(frame);
  return { stop };
}
